import type { Problem } from '@mfuko/contract/problem';
import { CallError } from '../../lib/problems.ts';
import type { Pressed, Unchecked } from '../offline/outbox.ts';

type About = Pick<Unchecked, 'kind' | 'admissionNumber' | 'busNumberPlate' | 'collectorSYSID' | 'leavesAlone'>;

/**
 * Pending request: a press at a gate or at the door of a bus, from before its call goes until there is an answer. It holds no finger, no PIN, no code and no
 * reason; what it holds lies sealed on this device.
 */
export interface PendingRequest extends About, Pressed {
  /** Idempotency-Key of its call. */
  readonly key: string;
  readonly names: string | null;
  readonly className: string | null;
  /** Problem by which the server has asked something that nobody has answered: nothing was recorded by this press, and nothing will be. */
  readonly question?: Problem;
  /** A reason went with it, which is not kept: the child need not be in school by the server's word. */
  readonly overridden?: true;
  readonly user: string;
  readonly school: string | null;
  /** Page that made it. */
  readonly page: string | null;
}

/** Pending request as a desk tells of it; the rest is known. */
export type NewPendingRequest = Omit<PendingRequest, 'clockAheadMs' | 'user' | 'school' | 'page'>;

/** Answer of the server to a passage or a ride, as far as a desk tells of it later. */
export interface RequestAnswer {
  readonly admissionNumber: string;
  readonly studentName: string;
  readonly class: string;
  readonly date: string;
}

/**
 * Orphaned request: one whose page has ended. `asking`: the server could not be asked yet; `others`: of an account that is not signed in, whom
 * alone the server tells, or too old to be known there; `void`: not recorded, and never will be by that press.
 */
export interface OrphanedRequest extends PendingRequest {
  readonly outcome: 'asking' | 'others' | 'recorded' | 'refused' | 'void';
  readonly event?: RequestAnswer;
  readonly refusal?: CallError;
}

/** Refusal of a press whose question lies with it. */
export function refusalBy(problem: Problem): CallError {
  return new CallError({ status: 422, body: { message: problem, problem }, atLogin: false });
}

/** True where the server has told what became of it: nothing is left for a person to say. */
export function isKnown({ outcome }: OrphanedRequest): boolean {
  return outcome === 'recorded' || outcome === 'refused';
}

/** So far apart the clocks of two devices may be, in milliseconds, where moments of both are compared. */
export const CLOCKS_DIFFER_MS = 300_000;

/** True where the server has not recorded it, and never will by this press. */
export function isUnrecorded({ outcome }: OrphanedRequest): boolean {
  return outcome === 'void' || outcome === 'refused';
}

/** Heading of a desk's left presses: the name of its text, and how many it counts, which are those without an answer while there is one. */
export function headingOf(left: readonly OrphanedRequest[]) {
  const unknown = left.filter((one) => !isKnown(one)).length;
  const hasUnknown = unknown > 0;
  return { hasUnknown, text: hasUnknown ? 'left.title' : 'left.known', count: unknown || left.length } as const;
}

/** Moment of a left press, in the form of the wire: the server's where it has recorded it, else the device's, put right by what was known of its clock. */
export function momentOf({ event, at, clockAheadMs }: OrphanedRequest): string {
  return event?.date ?? new Date(at + (clockAheadMs ?? 0)).toISOString();
}

/** Request of this page that has come to an end. */
export interface EndedRequest extends Pick<OrphanedRequest, 'key' | 'kind' | 'admissionNumber' | 'at'> {
  /** School in which it was made; left out where that is the one at work. */
  readonly school?: string | null;
  /** `recorded` and `kept`: the child has passed; `undone` and `stopped`: after all it has not. */
  readonly state: string;
}

export interface OrphanedRequests {
  /** Looks for what earlier pages left, as each page ends and now and then, and asks what became of each. Ends with what it returns. */
  follow(): () => void;
  /** Reads what was left, and asks about what is not known yet. */
  look(): Promise<void>;
  /**
   * Somebody's word that the child has passed: recorded under the key of the press, at its time, as not verified. Where the press was recorded
   * after all, the two are one. Throws where the device cannot keep it.
   */
  sayPassed(left: OrphanedRequest): Promise<void>;
  /** Somebody's word that the child has not passed: a check-out that may have been recorded is taken back. Throws where the device cannot keep it. */
  sayStayed(left: OrphanedRequest): Promise<void>;
  /** Its outcome has been read. */
  forget(key: string): Promise<void>;
  /**
   * The child has passed by a press of this page, with or without the network: nothing more is to be said of an earlier one that was not
   * recorded, whichever of the two is known first. One that was taken back or stopped says nothing of the earlier.
   */
  noteEnded(press: EndedRequest): void;
}
