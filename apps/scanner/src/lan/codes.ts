import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** Pairing code for one tablet. */
export interface Codes {
  /** Opens a new code, which replaces any other. */
  open(): { readonly code: string; readonly until: number };
  /** Tries a code. A correct code is used up by that. */
  use(code: string): 'good' | 'wrong' | 'none';
}

const HOLDS_MS = 10 * 60_000;
const MAX_WRONG = 5;
const DIGITS = 8;

/** Keeps a code in memory alone: it is neither on a disk nor in a log, and expires with the service. */
export function createCodes(now: () => number): Codes {
  let open: { readonly digest: Buffer; readonly until: number } | undefined;
  let wrong = 0;
  return {
    open() {
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      const until = now() + HOLDS_MS;
      open = { digest: digestOf(code), until };
      wrong = 0;
      return { code, until };
    },
    use(code) {
      if (open === undefined || now() >= open.until) {
        open = undefined;
        return 'none';
      }
      const isGood = timingSafeEqual(digestOf(code), open.digest);
      if (!isGood) wrong += 1;
      if (isGood || wrong >= MAX_WRONG) open = undefined;
      return isGood ? 'good' : 'wrong';
    },
  };
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
