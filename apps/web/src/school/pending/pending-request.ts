import type { Problem } from '@mfuko/contract/problem';
import { CallError } from '../../lib/problems.ts';
import type { Pressed, Unchecked } from '../offline/outbox.ts';

type About = Pick<Unchecked, 'kind' | 'admissionNumber' | 'busNumberPlate' | 'collectorSYSID' | 'leavesAlone'>;

/**
 * Pending request: a press at a gate or at the door of a bus, from before its call is sent until there is an answer. It contains no finger,
 * PIN, code or reason, and is sealed on this device.
 */
export interface PendingRequest extends About, Pressed {
  /** Idempotency key of the call. */
  readonly key: string;
  readonly names: string | null;
  readonly className: string | null;
  /** Problem code of a question by the server that nobody has answered: nothing was recorded under this key, and nothing will be. */
  readonly question?: Problem;
  /**
   * True where the call contained a reason for an override, which is not stored: the child need not be in school by the server's records.
   */
  readonly overridden?: true;
  readonly user: string;
  readonly school: string | null;
  /** Id of the page that made the request. */
  readonly page: string | null;
}

/** Fields of a pending request that a desk provides; the rest is added here. */
export type NewPendingRequest = Omit<PendingRequest, 'clockAheadMs' | 'user' | 'school' | 'page'>;

/** Server's answer to a passage or a ride, as far as a desk shows it later. */
export interface RequestAnswer {
  readonly admissionNumber: string;
  readonly studentName: string;
  readonly class: string;
  readonly date: string;
}

/**
 * Orphaned request: a pending request whose page has closed. `asking`: the server could not be asked yet; `others`: the request belongs to
 * an account that is not signed in, which alone may ask the server, or is too old for the server to know; `void`: not recorded, and never
 * will be under that key.
 */
export interface OrphanedRequest extends PendingRequest {
  readonly outcome: 'asking' | 'others' | 'recorded' | 'refused' | 'void';
  readonly event?: RequestAnswer;
  readonly refusal?: CallError;
}

/** Returns the refusal of a request whose question was stored with it. */
export function refusalBy(problem: Problem): CallError {
  return new CallError({ status: 422, body: { message: problem, problem }, atLogin: false });
}

/** Returns true where the server has told the outcome, so that nobody has to attest it. */
export function isKnown({ outcome }: OrphanedRequest): boolean {
  return outcome === 'recorded' || outcome === 'refused';
}

/** Largest difference between the clocks of two devices, in milliseconds, that is tolerated where their times are compared. */
export const CLOCKS_DIFFER_MS = 300_000;

/** Returns true where the server has not recorded the request, and never will under its key. */
export function isUnrecorded({ outcome }: OrphanedRequest): boolean {
  return outcome === 'void' || outcome === 'refused';
}

/** Returns the heading of a desk's orphaned requests: text key and count. While there are unresolved requests, only those are counted. */
export function headingOf(left: readonly OrphanedRequest[]) {
  const unknown = left.filter((one) => !isKnown(one)).length;
  const hasUnknown = unknown > 0;
  return { hasUnknown, text: hasUnknown ? 'left.title' : 'left.known', count: unknown || left.length } as const;
}

/**
 * Returns the time of an orphaned request in wire format: the server's where it was recorded, otherwise the device's, corrected by its
 * known clock error.
 */
export function momentOf({ event, at, clockAheadMs }: OrphanedRequest): string {
  return event?.date ?? new Date(at + (clockAheadMs ?? 0)).toISOString();
}

/** Request of this page that has ended. */
export interface EndedRequest extends Pick<OrphanedRequest, 'key' | 'kind' | 'admissionNumber' | 'at'> {
  /** School of the request; omitted for the current school. */
  readonly school?: string | null;
  /** State: `recorded` and `kept` mean that the child has passed, `undone` and `stopped` that the child has not after all. */
  readonly state: string;
}

export interface OrphanedRequests {
  /**
   * Looks for requests of closed pages, when a page closes and periodically, and finds out their outcomes. Returns a function that stops
   * this.
   */
  follow(): () => void;
  /** Reads the orphaned requests, and asks for unknown outcomes. */
  look(): Promise<void>;
  /**
   * Attests that the child has passed: recorded under the key and time of the request, as not verified. Where the request had been recorded
   * after all, the server merges both. Throws where the device cannot store the event.
   */
  sayPassed(left: OrphanedRequest): Promise<void>;
  /**
   * Attests that the child has not passed: a check-out that may have been recorded is taken back. Throws where the device cannot store the
   * event.
   */
  sayStayed(left: OrphanedRequest): Promise<void>;
  /** Removes a request whose outcome has been read. */
  forget(key: string): Promise<void>;
  /**
   * Notes that a child has passed by a request of this page, online or offline: an earlier unrecorded request for the child is then
   * removed, whichever of the two outcomes is known first. A request that was taken back or stopped has no such effect.
   */
  noteEnded(press: EndedRequest): void;
}
