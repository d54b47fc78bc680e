import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/refusal.ts';
import { openFairSemaphore } from '../process/fair-semaphore.ts';

/**
 * Limits parallel hashing: a hash takes 19 MiB and about 20 ms of a core, and more at once would only take memory, and threads of the
 * pool that file access and DNS lookups share.
 */
const turns = openFairSemaphore({
  atOnce: 4,
  longest: 500,
  full: () =>
    new Refusal('server.busy', 'Too many PINs are being checked. Please try again in a moment.', { retryAfter: 2 }),
});

/**
 * Runs slow hashing or comparing in a turn; never call this inside a transaction. Users take turns, and each has at most half of the
 * slots. `patient` work is never refused: one piece runs at a time. Throws server.busy.
 */
export const inHashTurn = turns.take;

/** Hashes with argon2id and the library's defaults (OWASP's first choice: 19 MiB, two passes). Call this within `inHashTurn`. */
export function hashSlowly(text: string): Promise<string> {
  return hash(text);
}

/** Returns true when the text belongs to the hash. Call this within `inHashTurn`. */
export function isHashOf(hashed: string, text: string): Promise<boolean> {
  return verify(hashed, text);
}
