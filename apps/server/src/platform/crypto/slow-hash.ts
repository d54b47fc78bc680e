import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/refusal.ts';
import { openFairSemaphore } from '../process/fair-semaphore.ts';

/** Each hash takes 19 MiB and some 20 ms of a core; more at once only take memory, and threads that files and names wait for. */
const turns = openFairSemaphore({
  atOnce: 4,
  longest: 500,
  full: () =>
    new Refusal('server.busy', 'Too many PINs are being checked. Please try again in a moment.', { retryAfter: 2 }),
});

/**
 * Takes a turn for work that hashes or compares slowly; never in a transaction. People take turns, and one has half of them at most.
 * `patient` work is never turned away: one piece at a time. Throws server.busy.
 */
export const inHashTurn = turns.take;

/** Hash by argon2id with the library's defaults (OWASP's first choice: 19 MiB, two passes). In a turn. */
export function hashSlowly(text: string): Promise<string> {
  return hash(text);
}

/** Tells whether the text is the one behind the hash. In a turn. */
export function isHashOf(hashed: string, text: string): Promise<boolean> {
  return verify(hashed, text);
}
