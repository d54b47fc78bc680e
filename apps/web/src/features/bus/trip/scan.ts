import type { BusWarning } from '@mfuko/contract/bus';
import type { Trip } from '@mfuko/contract/bus-trips';
import type { Workplace } from '../../../lib/workplace.ts';
import type { RideProof } from './ride-proof.ts';

export type RideKind = 'on' | 'off';

/** Scan: outcome for the last child at the door. */
export interface Scan {
  readonly kind: RideKind;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  /**
   * Kept: stored on the device. Clash: contradicts the last record, and a user may give a reason. Closed: the trip of this page was closed,
   * and a user says if the child goes on another one. Elsewhere: another device has recorded the child while the question was open.
   */
  readonly outcome: 'recorded' | 'kept' | 'clash' | 'closed' | 'refused' | 'aboard-already' | 'elsewhere';
  readonly warnings: readonly BusWarning[];
  readonly otherBus: string | null;
  /** True where the PIN was wrong: nothing was recorded, and the same student may try again. */
  readonly isPinWrong?: boolean;
  /**
   * True for a clash in which the record has the child aboard this bus, or off it on this trip: the child is on a list even if the question
   * stays open.
   */
  readonly isListed?: boolean;
  /** Server's text for the refusal. */
  readonly why: string | null;
  /** For a question that is open again: the refusal of its answer, and the reason given. */
  readonly refused?: string | null;
  readonly reason?: string | undefined;
  readonly proof: RideProof;
  /** Press of the scan, with its account and school. */
  readonly press?: Workplace & { readonly key: string; readonly at: number };
  /** Close of the trip, with the trip where this device knows it. */
  readonly closing?: TripClosing;
}

export interface TripClosing {
  /** Id of the closed trip. */
  readonly sysid: string;
  readonly closed: string;
  /** Null where the device does not know the name. */
  readonly closedBy: string | null;
  readonly trip: Pick<Trip, 'opened' | 'direction'> | null;
}

/** Returns true for a ride that was recorded, so that nothing is left to do. */
export function isDone({ outcome }: Scan): boolean {
  return outcome === 'recorded' || outcome === 'kept';
}

/** Returns true where a user may still have the ride recorded, with the same proof. */
export function isAsking({ outcome }: Scan): boolean {
  return outcome === 'clash' || outcome === 'closed';
}

/**
 * Returns true while a user must decide on the child: no other child is recorded before, since that would replace the question and lose a
 * child who is aboard and on no list. A child who is aboard this bus, or off it on this trip, is on a list.
 */
export function isToBeAnswered(scan: Scan | null): scan is Scan {
  return scan !== null && isAsking(scan) && scan.isListed !== true;
}

/**
 * Returns true where the server's trip, fetched while the question was open, has the child as the press wanted: aboard, or off since the
 * answer `before`. An alighting in both answers may belong to an earlier ride.
 */
export function isAnsweredBy(trip: Trip | null, before: Trip | null, scan: Scan): boolean {
  const isIn = (list: Trip['aboard']) => list.some((child) => child.admissionNumber === scan.admissionNumber);
  if (!isToBeAnswered(scan) || trip === null || trip.closed !== null) return false;
  if (scan.kind === 'on') return isIn(trip.aboard);
  return isIn(trip.dropped) && before?.sysid === trip.sysid && !isIn(before.dropped);
}

/** Returns the scan of a question that another device has answered. */
export function answeredElsewhere({ kind, admissionNumber, names, className }: Scan): Scan {
  const of = { kind, admissionNumber, names, className, otherBus: null };
  return { ...of, outcome: 'elsewhere', warnings: [], why: null, proof: null };
}

/** Returns true for a ride that was recorded, here or elsewhere, without a warning. */
export function isQuiet(scan: Scan): boolean {
  return scan.outcome === 'elsewhere' || (isDone(scan) && scan.warnings.length === 0);
}
