import type { AppContext } from '../process/app-context.ts';
import { type Counted, openNotices } from './rate-limit-notices.ts';

/** Fraction of the burst that a server grants before it tells the other servers: one eighth. */
const TOLD_PART = 8;

export interface RateLimit {
  /** Name of plain letters, identical at each server. */
  readonly name: string;
  /** Burst size, and the refill per second. */
  readonly burst: number;
  readonly aSecond: number;
  /** Limit of remembered callers; beyond it the one idle longest is forgotten and starts with a full bucket. */
  readonly remembered: number;
}

export interface RateLimiter {
  /** Charges a caller, unless the balance is used up; returns the balance before the charge. */
  charge(who: string, price: number): number;
}

/** Rate limiters of this server. Each shares its counts with those of the same name on all other servers. */
export interface RateLimiters {
  open(rule: RateLimit): RateLimiter;
  close(): Promise<void>;
}

interface Bucket {
  left: number;
  at: number;
  /** Charges since the last notice to the other servers. */
  untold: number;
}

/**
 * Opens rate limiters that keep their counts in memory, so that no check waits for the database. A server that has granted an eighth of
 * a caller's burst tells the others by a notification, without waiting for it; callers appear in it as keyed digests. Notices are lost
 * while a server does not listen: it counts for itself meanwhile, and asks the others when it listens again. An embedded database has
 * one server only, which sends no notices.
 */
export function openRateLimiters(context: Omit<AppContext, 'metrics' | 'tracing'>): RateLimiters {
  const { config, db, keys } = context;
  const shared = config.databaseUrl !== null;
  const opened = new Map<string, Counted>();
  const notices = openNotices(db, opened);

  const nameOf = (limiter: string, who: string) =>
    shared ? keys.digest(`brake:${limiter}`, who).subarray(0, 12).toString('base64url') : who;

  return {
    open({ name, burst, aSecond, remembered }) {
      const buckets = new Map<string, Bucket>();
      const step = Math.ceil(burst / TOLD_PART);
      function fill(who: string): Bucket {
        const at = context.clock.now();
        const before = buckets.get(who) ?? { left: burst, at, untold: 0 };
        const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * aSecond);
        // A full bucket has nothing left to tell.
        const bucket = { left, at, untold: left < burst ? before.untold : 0 };
        buckets.delete(who);
        buckets.set(who, bucket);
        const [quietest] = buckets.keys();
        if (buckets.size > remembered && quietest !== undefined) buckets.delete(quietest);
        return bucket;
      }
      opened.set(name, {
        takeOff(who, spent) {
          const bucket = fill(who);
          bucket.left = Math.max(-burst, bucket.left - spent);
        },
        lower(who, left) {
          const bucket = fill(who);
          bucket.left = Math.max(-burst, Math.min(bucket.left, left));
        },
        debts: () =>
          [...buckets.keys()].flatMap((who) => {
            const bucket = fill(who);
            // Charges that were not sent yet are added back: receivers subtract them when they arrive.
            const left = Math.floor(bucket.left + bucket.untold);
            return burst - left >= step ? [{ who, left, used: (burst - left) / burst }] : [];
          }),
      });
      return {
        charge(person, price) {
          if (shared) notices.listen();
          const who = nameOf(name, person);
          const bucket = fill(who);
          const { left } = bucket;
          if (left < 1) return left;
          bucket.left -= price;
          bucket.untold += price;
          if (shared && bucket.untold >= step) {
            notices.tell(`${name}/${who}`, bucket.untold);
            bucket.untold = 0;
          }
          return left;
        },
      };
    },
    close: () => notices.close(),
  };
}
