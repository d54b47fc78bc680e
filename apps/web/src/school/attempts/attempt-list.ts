import { currentSession } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';

/** Attempt: an entry of money under an idempotency key, from before it is sent until its outcome is known. */
export interface Attempt {
  readonly key: string;
  /** Path of the call. */
  readonly path: string;
  readonly admissionNumber: string | null;
  /** Amount in KES, in wire format. */
  readonly amount: string | null;
  /** Digest of the whole input except the proof, which recognises a repeat of the same payment. */
  readonly same: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly user: string;
  readonly school: string | null;
  /** Short name of the school, where it was known. */
  readonly schoolName?: string;
  /** Page that made the attempt (`live-pages.ts`); absent in attempts of older versions. */
  readonly page?: string;
}

/** Attempts on this device that wait for an outcome, of all accounts. */
export const waitingAttempts = createStore<readonly Attempt[]>([]);

/** Returns true for an attempt of the signed-in user, in any school: a user who switches schools is shown the outcome there. */
export function isMine({ user }: Attempt): boolean {
  return user === currentSession()?.userName;
}
