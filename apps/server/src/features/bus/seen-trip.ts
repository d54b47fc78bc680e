import type { ReadTx } from '../../platform/database/database.ts';
import { type ClosedTrip, tripClosed } from './errors.ts';
import { findClosedTrip } from './trip-store.ts';

interface SeenTrip {
  readonly busId: string;
  /** Trip that the attendant's device shows as open. */
  readonly seenTripId?: string | undefined;
}

/** Throws bus.trip-closed if the trip that the attendant's device shows as open has been closed. */
export async function refuseSeenClosed(tx: ReadTx, seen: SeenTrip): Promise<void> {
  const closed = await seenClosed(tx, seen);
  if (closed) throw tripClosed(closed);
}

/** Finds the trip on this bus that the attendant's device showed as open, if it has been closed. */
export async function seenClosed(tx: ReadTx, { busId, seenTripId }: SeenTrip): Promise<ClosedTrip | null> {
  const closed = seenTripId === undefined ? undefined : await findClosedTrip(tx, seenTripId);
  return closed?.busId === busId ? closed : null;
}
