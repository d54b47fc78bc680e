import type { GateEvent } from '@mfuko/contract/gate';
import type { Problem } from '@mfuko/contract/problem';
import { serverNow } from '../../../lib/clock.ts';
import type { CallError } from '../../../lib/problems.ts';
import { type Workplace, workplaceNow } from '../../../lib/workplace.ts';
import type { ReleaseChoice } from '../release.ts';
import type { By, Kind } from '../screens.ts';

/** Proof: the fields of the call that prove the student's presence. */
export type Proof = Readonly<Record<string, string | number | undefined>>;

/** One student at the gate, ready to be sent. */
export interface Passing {
  readonly kind: Kind;
  readonly by: By;
  readonly admissionNumber: string;
  readonly names: string | null;
  readonly className: string | null;
  readonly proof: Proof;
  readonly override?: string;
  /** Choice with whom the child goes, for a check-out. */
  readonly release?: ReleaseChoice;
  /** True for a finger without a number, which the server searches for in the whole school. */
  readonly touch?: boolean;
}

/**
 * `kept`: stored sealed on the device, recorded but not verified. `unverified`: the server has the passage by now, and the proof does not
 * hold. `stopping`: the guard kept the student back, and the server has not yet said if the passage was recorded; `stopped`: it was not
 * recorded. `undone`: taken back, either a touch that was another child's or a recorded check-out that did not happen.
 */
export type LineState =
  | 'sending'
  | 'waiting'
  | 'recorded'
  | 'refused'
  | 'kept'
  | 'unverified'
  | 'stopping'
  | 'stopped'
  | 'undone';

/** Line of one student in the list of the latest passages. */
export interface Line extends Omit<Passing, 'proof'> {
  /** The Idempotency-Key: the same for every try, so that a passage is recorded once however often it is sent. */
  readonly key: string;
  /** School and account under which the press was made. */
  readonly school: string | null;
  readonly user: string;
  readonly state: LineState;
  readonly tries: number;
  /** Times of the press and of the answer. */
  readonly at: number;
  readonly settledAt: number | null;
  /** Cleared as soon as no try needs the proof, so that no finger or PIN stays in memory. */
  readonly proof: Proof | null;
  readonly event: Passed | null;
  readonly refusal: CallError | null;
  /** True where the server could not be reached and the device is able to store the passage. */
  readonly unchecked: boolean;
  /** Set once the guard has read that the question who collects expired, and that the child is not recorded as out. */
  readonly putAway?: true;
  /** Set where the server reports that the child is no longer in school: another device or another user has checked the child out. */
  readonly elsewhere?: true;
}

/** Passage as the server recorded it; `undoUntil` limits how long a touch may be taken back. */
export type Passed = GateEvent & { readonly undoUntil?: string };

const OVERRIDABLE = new Set<Problem | null | undefined>(['gate.already-in', 'gate.not-in', 'exeat.required']);

/** Returns true where a refused line may be sent again with a reason. */
export function isOverridable({ refusal, proof }: Line): boolean {
  return proof !== null && OVERRIDABLE.has(refusal?.problem);
}

/**
 * Returns true where the guard has to release a student whom nobody can check: the queue never stores a check-out on the device by itself.
 */
export function awaitsRelease(line: Line): boolean {
  return isOpen(line) && line.kind === 'out' && line.unchecked;
}

/** Returns true while a touch may be taken back. */
export function isUndoable({ state, event }: Line): boolean {
  return state === 'recorded' && event?.undoUntil !== undefined && Date.parse(event.undoUntil) > serverNow();
}

/** Returns true for a check-out that the guard stopped and whose result is known: a touch that was taken back has its passage. */
export function isStopped({ state, event }: Line): boolean {
  return state === 'stopped' || isReversed({ state, event });
}

/** Returns true for a stopped check-out that had been recorded and was taken back. */
export function isReversed({ state, event }: Pick<Line, 'state' | 'event'>): boolean {
  return state === 'undone' && event === null;
}

export function isOpen({ state }: Line): boolean {
  return state === 'sending' || state === 'waiting';
}

/**
 * Returns true for a press made in another school, where its number is another child's, or by another account, which alone answers for it.
 * An unknown account or school, as while the desk is locked, does not count as another.
 */
export function isOfOther({ school, user }: Workplace): boolean {
  const now = workplaceNow();
  const isOtherSchool = school !== null && now.school !== null && school !== now.school;
  return isOtherSchool || (user !== '' && now.user !== '' && user !== now.user);
}
