import type { Trip } from '@mfuko/contract/bus-trips';
import type { Problem } from '@mfuko/contract/problem';
import { CallError } from '../../../lib/problems.ts';
import { keyOf } from '../bus-name.ts';
import { hasJustLeft, isAboard } from './other-pages.ts';
import type { Scan, TripClosing } from './scan.ts';
import type { KeptTrip } from './trip-view.ts';

/** Window in which a repeated card or touch does not count as a second ride. */
export const DOUBLE_WITHIN_MS = 10_000;
/** Refusals that a user may override with a reason. */
const AGAINST: readonly string[] = ['bus.already-aboard', 'bus.not-aboard', 'bus.papers-over'];

/** Returns true for a press soon after a recorded one of the same child and kind. */
export function isDouble(
  done: Scan | null,
  { kind, admissionNumber, press }: Pick<Scan, 'kind' | 'admissionNumber' | 'press'>,
): done is Scan {
  if (done?.kind !== kind || done.admissionNumber !== admissionNumber) return false;
  return (press?.at ?? 0) - (done.press?.at ?? 0) < DOUBLE_WITHIN_MS;
}

/** Ride as a device without the server knows it. */
export interface KnownOffline {
  /** Trip with the waiting rides of all pages of this device. */
  readonly kept: KeptTrip;
  /** Last ride that this page has recorded. */
  readonly done: Scan | null;
  /** Trip on which the page works, where this device has it. */
  readonly trip: Trip | null;
  /** True while the account and the school of the press are at work. */
  readonly isOwnWorkplace: boolean;
}

/**
 * Verdict on a ride that the server cannot record now. `first` is the outcome of the press that a double one repeats. Only `store` records
 * the ride.
 */
export type OfflineVerdict =
  | { readonly kind: 'aboard-already' | 'just-left' | 'other-workplace' | 'store' }
  | { readonly kind: 'double'; readonly first: Scan }
  | { readonly kind: 'closed'; readonly closing: TripClosing };

/** Judges a ride that the server cannot record now. */
export function judgeOffline(
  scan: Pick<Scan, 'kind' | 'admissionNumber' | 'press'>,
  { kept, done, trip, isOwnWorkplace }: KnownOffline,
): OfflineVerdict {
  const { kind, admissionNumber } = scan;
  if (kind === 'on' && isAboard(kept, admissionNumber)) return { kind: 'aboard-already' };
  if (kind === 'off' && isDouble(done, scan)) return { kind: 'double', first: done };
  const since = (scan.press?.at ?? 0) - DOUBLE_WITHIN_MS;
  if (kind === 'off' && hasJustLeft(kept, { admissionNumber, since })) return { kind: 'just-left' };
  // Another account must not vouch for this ride.
  if (!isOwnWorkplace) return { kind: 'other-workplace' };
  if (kind === 'off' || !trip?.closed) return { kind: 'store' };
  const { sysid, closed, closedBy = null } = trip;
  return { kind: 'closed', closing: { sysid, closed, closedBy, trip } };
}

/** Meaning of a failed request for the child at the door. */
export interface RideRefusal {
  /** Null where the server has not judged the ride. */
  readonly problem: Problem | null;
  /** Contradicts the last record; a user may give a reason. */
  readonly isClash: boolean;
  /** The server's last ride of the child is of this bus, and of the kind that was pressed. */
  readonly isAsPressed: boolean;
  /** The child is on a list of this bus, so nothing is lost if the question stays open. */
  readonly isListed: boolean;
}

/** Judges a failed request of a ride on the bus with that plate; `trip` is the one on which the page worked. */
export function judgeRefusal(error: unknown, plate: string, trip: Trip | null): RideRefusal {
  const problem = error instanceof CallError && !error.unsure ? error.problem : null;
  const detail = ((error as CallError).detail ?? {}) as { busNumberPlate?: string; why?: string; since?: string };
  const isOfBus = keyOf(detail.busNumberPlate ?? '') === keyOf(plate);
  const isAboard = problem === 'bus.already-aboard' && isOfBus;
  const isOff = problem === 'bus.not-aboard' && detail.why === 'left' && isOfBus;
  // Off on this very trip, as by another door. Off on an earlier trip may mean that a boarding since was not recorded.
  const isOffHere = isOff && trip?.closed === null && Date.parse(detail.since ?? '') >= Date.parse(trip.opened);
  return {
    problem,
    isClash: problem !== null && AGAINST.includes(problem),
    isAsPressed: isAboard || isOff,
    isListed: isAboard || isOffHere,
  };
}

/** Returns true for a fault or the end of the session, which say nothing about the child. */
export function saysNothing(error: unknown): boolean {
  return !(error instanceof CallError) || error.unsure || error.sessionEnded;
}
