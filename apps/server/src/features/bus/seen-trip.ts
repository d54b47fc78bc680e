import type { ReadTx } from '../../platform/database/database.ts';
import { type ClosedTrip, tripClosed } from './errors.ts';
import { findClosedTrip } from './trip-store.ts';

interface SeenTrip {
  readonly busId: string;
  /** Trip that the attendant sees open. */
  readonly seenTripId?: string | undefined;
}

/** Throws bus.trip-closed where somebody has closed the trip that the attendant sees open. */
export async function refuseSeenClosed(tx: ReadTx, seen: SeenTrip): Promise<void> {
  const closed = await seenClosed(tx, seen);
  if (closed) throw tripClosed(closed);
}

/** The trip that the attendant saw open on this bus, where somebody has closed it. */
export async function seenClosed(tx: ReadTx, { busId, seenTripId }: SeenTrip): Promise<ClosedTrip | null> {
  const closed = seenTripId === undefined ? undefined : await findClosedTrip(tx, seenTripId);
  return closed?.busId === busId ? closed : null;
}
