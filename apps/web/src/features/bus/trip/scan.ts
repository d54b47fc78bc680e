import type { BusWarning } from '@mfuko/contract/bus';
import type { Trip } from '@mfuko/contract/bus-trips';
import type { Workplace } from '../../../lib/workplace.ts';
import type { RideProof } from './ride-proof.ts';

export type RideKind = 'on' | 'off';

/** Scan: what was made of the last child at the door. */
export interface Scan {
  readonly kind: RideKind;
  readonly admissionNumber: string;
  readonly names: string;
  readonly className: string;
  /**
   * Kept: it lies on the device. Clash: it does not fit the last record, and a person may give a reason. Closed: somebody has closed the trip that
   * this page works on, and a person says whether it goes on another one. Elsewhere: another device has recorded the child while the question stood.
   */
  readonly outcome: 'recorded' | 'kept' | 'clash' | 'closed' | 'refused' | 'aboard-already' | 'elsewhere';
  readonly warnings: readonly BusWarning[];
  readonly otherBus: string | null;
  /** The PIN was not the student's: nothing was recorded, and another try is theirs. */
  readonly isPinWrong?: boolean;
  /** A clash with the record that has the child aboard this very bus, or off it on this very trip: nobody is forgotten where it goes unanswered. */
  readonly isListed?: boolean;
  /** The server's own words for what it refused. */
  readonly why: string | null;
  /** Of a question that stands again: why its answer was refused, and the reason that was given. */
  readonly refused?: string | null;
  readonly reason?: string | undefined;
  readonly proof: RideProof;
  /** Press that it is of, and where that was made. */
  readonly press?: Workplace & { readonly key: string; readonly at: number };
  /** Closing of the trip, and which one it was where this device knows. */
  readonly closing?: TripClosing;
}

export interface TripClosing {
  /** Trip that is closed. */
  readonly sysid: string;
  readonly closed: string;
  /** Null where the device has no name. */
  readonly closedBy: string | null;
  readonly trip: Pick<Trip, 'opened' | 'direction'> | null;
}

/** True of a ride that was recorded: there is nothing more to be done for it. */
export function isDone({ outcome }: Scan): boolean {
  return outcome === 'recorded' || outcome === 'kept';
}

/** True where a person may still have it recorded, with the same proof. */
export function isAsking({ outcome }: Scan): boolean {
  return outcome === 'clash' || outcome === 'closed';
}

/**
 * True while a person has to say what becomes of the child: nobody else is recorded before, or the question would be gone, and with it a child who
 * is aboard and on no list. One whom the record has aboard this very bus, or off it on this very trip, is on the list.
 */
export function isToBeAnswered(scan: Scan | null): scan is Scan {
  return scan !== null && isAsking(scan) && scan.isListed !== true;
}

/**
 * True where the server's word of the trip, asked for while the question stood, has the child as the press wanted: aboard, or off since the word
 * `before`. An alighting that both have may be of a ride before the one that is asked about.
 */
export function isAnsweredBy(trip: Trip | null, before: Trip | null, scan: Scan): boolean {
  const isIn = (list: Trip['aboard']) => list.some((child) => child.admissionNumber === scan.admissionNumber);
  if (!isToBeAnswered(scan) || trip === null || trip.closed !== null) return false;
  if (scan.kind === 'on') return isIn(trip.aboard);
  return isIn(trip.dropped) && before?.sysid === trip.sysid && !isIn(before.dropped);
}

/** The question that another device has answered. */
export function answeredElsewhere({ kind, admissionNumber, names, className }: Scan): Scan {
  const of = { kind, admissionNumber, names, className, otherBus: null };
  return { ...of, outcome: 'elsewhere', warnings: [], why: null, proof: null };
}

/** True of a ride that was recorded, here or elsewhere, and that nobody has to look at. */
export function isQuiet(scan: Scan): boolean {
  return scan.outcome === 'elsewhere' || (isDone(scan) && scan.warnings.length === 0);
}
