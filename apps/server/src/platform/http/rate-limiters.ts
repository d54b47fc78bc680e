import type { AppContext } from '../process/app-context.ts';
import { type Counted, openNotices } from './rate-limit-notices.ts';

/** Part of what somebody may have at once that a server lets by before it tells the others. */
const TOLD_PART = 8;

export interface RateLimit {
  /** Name of plain letters, the same at each server. */
  readonly name: string;
  /** Charges that somebody may make at once, and how many more in a second. */
  readonly burst: number;
  readonly aSecond: number;
  /** Most who are remembered; beyond that whoever has been quiet for longest begins anew. */
  readonly remembered: number;
}

export interface RateLimiter {
  /** Charges somebody, unless nothing is left to them; answers how much they had. */
  charge(who: string, price: number): number;
}

/** Rate limiters of this server, each counted together with those of the same name at all others. */
export interface RateLimiters {
  open(rule: RateLimit): RateLimiter;
  close(): Promise<void>;
}

interface Bucket {
  left: number;
  at: number;
  /** Charged here since the others were told last. */
  untold: number;
}

/**
 * Opens the rate limiters, whose counts are in memory: none asks the database before it lets somebody by. A server that has let an eighth of what somebody may
 * have at once by tells the others, by a notice of the database that is not waited for; nobody is named in it. What is told while a server does not
 * listen is not heard, so that it counts for itself meanwhile, and asks the others once it listens again. An embedded database is of one server, which tells nobody.
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
        // Nothing is owed any more by somebody who has all again.
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
            // The rest will be told, and is taken off then.
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
