import { randomBytes } from 'node:crypto';
import type { Listener } from '../database/listen.ts';
import type { AppContext } from '../process/app-context.ts';
import { inNameOf } from '../process/in-name-of.ts';

const CHANNEL = 'brakes';
/** Part of what somebody may have at once that a server lets by before it tells the others. */
const TOLD_PART = 8;
/** Most that one notice of the database tells of: it holds less than 8,000 bytes. */
const MOST_TOLD = 150;

export interface BrakeRule {
  /** Name of plain letters, the same at each server. */
  readonly name: string;
  /** Charges that somebody may make at once, and how many more in a second. */
  readonly burst: number;
  readonly aSecond: number;
  /** Most who are remembered; beyond that whoever has been quiet for longest begins anew. */
  readonly remembered: number;
}

export interface Brake {
  /** Charges somebody, unless nothing is left to them; answers how much they had. */
  charge(who: string, price: number): number;
}

/** The brakes of this server, each counted together with those of the same name at all others. */
export interface Brakes {
  open(rule: BrakeRule): Brake;
  close(): Promise<void>;
}

interface Bucket {
  left: number;
  at: number;
  /** Charged here since the others were told last. */
  untold: number;
}

/**
 * Opens the brakes, whose counts are in memory: none asks the database before it lets somebody by. A server that has let an eighth of what somebody may
 * have at once by tells the others, by a notice of the database that is not waited for; nobody is named in it. What is not heard is not counted, and then
 * each server counts for itself. An embedded database is of one server, which tells nobody.
 */
export function openBrakes(context: Omit<AppContext, 'metrics' | 'tracing'>): Brakes {
  const { config, db, keys } = context;
  const shared = config.databaseUrl !== null;
  const self = randomBytes(9).toString('base64url');
  const opened = new Map<string, (who: string, spent: number) => void>();
  const waiting = new Map<string, number>();
  let telling: Promise<void> | null = null;
  let ear: Listener | undefined;

  const nameOf = (brake: string, who: string) =>
    shared ? keys.digest(`brake:${brake}`, who).subarray(0, 12).toString('base64url') : who;

  function tell(key: string, spent: number): void {
    waiting.set(key, (waiting.get(key) ?? 0) + spent);
    telling ??= tellAll().finally(() => {
      telling = null;
    });
  }

  async function tellAll(): Promise<void> {
    while (waiting.size > 0) {
      const told = [...waiting].slice(0, MOST_TOLD);
      for (const [key] of told) waiting.delete(key);
      const notice = [self, ...told.map(([key, spent]) => `${key}/${spent}`)].join(' ');
      // Nothing rests on it, so that its commit need not wait for the disk.
      const say = () =>
        db.inPlatform((tx) =>
          tx.row(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [CHANNEL, notice]),
        );
      // A database that takes none is told of by every call; until then each server counts for itself.
      await inNameOf(null, say).catch(() => undefined);
    }
  }

  function takeOff(notice: string | null): void {
    const [from, ...told] = (notice ?? '').split(' ');
    if (from === self) return;
    for (const one of told) {
      const [brake = '', who = '', spent] = one.split('/');
      opened.get(brake)?.(who, Number(spent) || 0);
    }
  }

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
      opened.set(name, (who, spent) => {
        const bucket = fill(who);
        bucket.left = Math.max(-burst, bucket.left - spent);
      });
      return {
        charge(person, price) {
          if (shared) ear ??= db.listen(CHANNEL, takeOff);
          const who = nameOf(name, person);
          const bucket = fill(who);
          const { left } = bucket;
          if (left < 1) return left;
          bucket.left -= price;
          bucket.untold += price;
          if (shared && bucket.untold >= step) {
            tell(`${name}/${who}`, bucket.untold);
            bucket.untold = 0;
          }
          return left;
        },
      };
    },
    async close() {
      await telling;
      await ear?.stop();
    },
  };
}
