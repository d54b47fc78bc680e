import type { KeptTrip } from './trip-view.ts';

/** Age beyond which a stored open trip is not resumed, such as this morning's in the afternoon. */
const WORKED_ON_WITHIN_MS = 2 * 3_600_000;

/** Trip on which a page works: the first one that it saw open, until a user here has learnt of its end. */
export interface WorkedTrip {
  /** Returns the id of the trip; null where the page works on none. */
  id(): string | null;
  /** Notes a trip that the page shows: an open one is worked on unless the page works on another. */
  see(shown: KeptTrip): void;
  /** Ends the work on a trip: a late answer that still shows it open does not resume it. */
  end(sysid: string | null): void;
  /** Leaves a trip that was closed elsewhere for the open one that the page shows, if any. */
  leave(sysid: string, shown: KeptTrip): void;
}

export function createWorkedTrip(): WorkedTrip {
  let working: string | null = null;
  /** Trip that is over for this page. */
  let over: string | null = null;

  function end(sysid: string | null): void {
    over = sysid ?? over;
    working = null;
  }
  return {
    id: () => working,
    see({ trip, asOf }) {
      const isOld = asOf === null || Date.now() - Date.parse(asOf) > WORKED_ON_WITHIN_MS;
      if (trip && trip.closed === null && trip.sysid !== over && !isOld) working ??= trip.sysid;
    },
    end,
    leave(sysid, { trip }) {
      // Called again after a refusal, or for an earlier trip than the current one.
      if (working !== sysid) return;
      const other = trip && trip.closed === null && trip.sysid !== working ? trip.sysid : null;
      end(working);
      working = other;
    },
  };
}
