import { currentSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

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
  /** Its short name, where it was known. */
  readonly schoolName?: string;
  /** Page that made it (`live-pages.ts`); those of older versions have none. */
  readonly page?: string;
}

/** Attempts on this device that wait for an outcome, of whomever. */
export const waitingAttempts = createStore<readonly Attempt[]>([]);

/** True for an attempt of whoever is signed in, in whichever school: who presses and goes to another one is told there. */
export function isMine({ user }: Attempt): boolean {
  return user === currentSession()?.userName;
}
