import type { BusEvent } from '@mfuko/contract/bus';
import { getTrip, type Trip } from '@mfuko/contract/bus-trips';
import { useState } from 'react';
import { call } from '../../lib/request.ts';
import { isWorkplace, workplaceNow } from '../../lib/workplace.ts';

/** Largest time between a boarding and the opening of its trip, both by the server's clock. */
const AT_ONCE_MS = 5_000;

export interface OpenedTrip {
  /** Trip that a boarding of this page has opened, until the user has read of it. */
  readonly trip: Trip | null;
  readonly look: (event: BusEvent) => void;
  readonly forget: () => void;
}

/**
 * Detects that a boarding has opened a trip, on screens that show no trip: otherwise nobody would know that it must be closed at the rear
 * seat.
 */
export function useOpenedTrip(): OpenedTrip {
  const [trip, setTrip] = useState<Trip | null>(null);
  return {
    trip,
    look({ direction, busNumberPlate, date }) {
      if (direction !== 'on') return;
      const from = workplaceNow();
      call(getTrip, { busNumberPlate }, { overlay: false }).then(
        (now) => {
          const before = Date.parse(date) - Date.parse(now.opened);
          if (now.closed === null && before >= 0 && before < AT_ONCE_MS && isWorkplace(from)) setTrip(now);
        },
        // The ride is recorded; the alarm about a trip that stays open reaches the office.
        () => undefined,
      );
    },
    forget: () => setTrip(null),
  };
}
