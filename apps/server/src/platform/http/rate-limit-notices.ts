import { randomBytes } from 'node:crypto';
import type { Db } from '../database/database.ts';
import type { Listener } from '../database/listen.ts';
import { inNameOf } from '../process/in-name-of.ts';

/** Channel name; unchanged, because servers of other versions use it. */
const CHANNEL = 'brakes';
/** Limit of entries per notice: the payload of a PostgreSQL notification is less than 8,000 bytes. */
const MAX_TOLD = 150;
/** Request to the other servers for their counts. */
const ASKED = '?';

/** Counts of one rate limiter of this server, for updates from other servers. */
export interface Counted {
  takeOff(who: string, spent: number): void;
  /** Lowers a caller's balance to the value that another server has counted. */
  lower(who: string, left: number): void;
  /** Lists callers who have used more than a server keeps to itself: their balance, and the used share of the burst. */
  debts(): { readonly who: string; readonly left: number; readonly used: number }[];
}

/** Notifications by which servers share the charges that they have counted. */
export interface Notices {
  /** Adds a charge to the next notice; `key` is `limiter/person`. */
  tell(key: string, spent: number): void;
  /** Starts listening at the first call; later calls do nothing. */
  listen(): void;
  close(): Promise<void>;
}

/**
 * Opens the notices; no caller waits for one. A server misses notices while it does not listen, so each time it starts to, it asks the
 * others for their counts and sends its own highest ones, as each of the others does in reply. A notice consists of the server's random
 * name and `limiter/person/spent`, or `limiter/person/=left`.
 */
export function openNotices(db: Pick<Db, 'inPlatform' | 'listen'>, counted: ReadonlyMap<string, Counted>): Notices {
  const self = randomBytes(9).toString('base64url');
  const waiting = new Map<string, number>();
  let isQueued = false;
  let sending: Promise<void> = Promise.resolve();
  let ear: Listener | undefined;

  async function say(words: readonly string[]): Promise<void> {
    // No durability is needed, so the commit does not wait for the disk.
    const notify = () =>
      db.inPlatform((tx) =>
        tx.row(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
          CHANNEL,
          [self, ...words].join(' '),
        ]),
      );
    // A failing database is reported by every call; until it is back, each server counts for itself.
    await inNameOf(null, notify).catch(() => undefined);
  }

  /** Sends one notice at a time, in order; its content is computed when its turn comes. */
  function queue(words: () => readonly string[]): void {
    sending = sending.then(async () => {
      const said = words();
      if (said.length > 0) await say(said);
    });
  }

  function tellNext(): void {
    if (isQueued) return;
    isQueued = true;
    queue(() => {
      isQueued = false;
      const told = [...waiting].slice(0, MAX_TOLD);
      for (const [key] of told) waiting.delete(key);
      if (waiting.size > 0) tellNext();
      return told.map(([key, spent]) => `${key}/${spent}`);
    });
  }

  /** Returns the highest debts without charges that still wait to be sent: receivers subtract those when they arrive. */
  function heaviest(): string[] {
    return [...counted]
      .flatMap(([name, limiter]) => limiter.debts().map((debt) => ({ name, ...debt })))
      .toSorted((one, other) => other.used - one.used)
      .slice(0, MAX_TOLD)
      .map(({ name, who, left }) => `${name}/${who}/=${left + (waiting.get(`${name}/${who}`) ?? 0)}`);
  }

  function take(notice: string | null): void {
    if (notice === null) {
      queue(() => [ASKED]);
      // Sends its counts unasked too: all servers may have lost their connections, and those that reconnected earlier asked before this
      // one could reply.
      return queue(heaviest);
    }
    const [from, ...told] = notice.split(' ');
    if (from === self) return;
    if (told[0] === ASKED) return queue(heaviest);
    for (const one of told) {
      const [limiter = '', who = '', said = ''] = one.split('/');
      const left = /^=(-?\d+)$/.exec(said)?.[1];
      if (left === undefined) counted.get(limiter)?.takeOff(who, Number(said) || 0);
      else counted.get(limiter)?.lower(who, Number(left));
    }
  }

  return {
    tell(key, spent) {
      waiting.set(key, (waiting.get(key) ?? 0) + spent);
      tellNext();
    },
    listen() {
      ear ??= db.listen(CHANNEL, take);
    },
    async close() {
      await ear?.stop();
      await sending;
    },
  };
}
