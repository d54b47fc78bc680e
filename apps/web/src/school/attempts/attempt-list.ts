import { createStore } from '../../lib/store.ts';
import { isWorkplace } from '../../lib/workplace.ts';

/** Attempt: money that was to be recorded under an idempotency key, from before it is sent until its outcome is known. */
export interface Attempt {
  readonly key: string;
  /** Path of the call. */
  readonly path: string;
  readonly admissionNumber: string | null;
  /** KES, in the form of the wire. */
  readonly amount: string | null;
  /** Digest of all that was asked for but the proof: the same again is no second payment. */
  readonly same: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly user: string;
  readonly school: string | null;
  /** Page that made it (`living-pages.ts`); those of older versions have none. */
  readonly page?: string;
}

/** Attempts on this device that wait for an outcome, of whomever. */
export const waitingAttempts = createStore<readonly Attempt[]>([]);

/** True for an attempt of whoever is signed in, in the school at work. */
export function isMine(attempt: Attempt): boolean {
  return isWorkplace(attempt);
}
