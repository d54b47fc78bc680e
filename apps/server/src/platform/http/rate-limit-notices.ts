import { randomBytes } from 'node:crypto';
import type { Db } from '../database/database.ts';
import type { Listener } from '../database/listen.ts';
import { inNameOf } from '../process/in-name-of.ts';

/** Of the wire between servers, also of another version: it keeps its name. */
const CHANNEL = 'brakes';
/** Most that one notice of the database tells of: it holds less than 8,000 bytes. */
const MOST_TOLD = 150;
/** Asks the other servers what they have counted. */
const ASKED = '?';

/** Counts of one rate limiter of this server, as the notices of others change them. */
export interface Counted {
  takeOff(who: string, spent: number): void;
  /** Lowers what somebody has left to what another server has counted. */
  lower(who: string, left: number): void;
  /** All who have used more than what a server keeps to itself: what they have left, and which part of all that is gone. */
  debts(): { readonly who: string; readonly left: number; readonly used: number }[];
}

/** Notices of the database by which servers tell each other what they have let by. */
export interface Notices {
  /** Adds to what the others are told of next; `key` is `limiter/person`. */
  tell(key: string, spent: number): void;
  /** Listens from the first time on. */
  listen(): void;
  close(): Promise<void>;
}

/**
 * Opens the notices. None is waited for. What is told while a server does not listen is lost to it, so it asks the others each time that it begins
 * to, and says the heaviest of its own counts, as each of them answers. In a notice stand the server's random name and `limiter/person/spent`, or `limiter/person/=left`.
 */
export function openNotices(db: Pick<Db, 'inPlatform' | 'listen'>, counted: ReadonlyMap<string, Counted>): Notices {
  const self = randomBytes(9).toString('base64url');
  const waiting = new Map<string, number>();
  let isQueued = false;
  let sending: Promise<void> = Promise.resolve();
  let ear: Listener | undefined;

  async function say(words: readonly string[]): Promise<void> {
    // Nothing rests on it, so that its commit need not wait for the disk.
    const notify = () =>
      db.inPlatform((tx) =>
        tx.row(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
          CHANNEL,
          [self, ...words].join(' '),
        ]),
      );
    // A database that takes none is told of by every call; until then each server counts for itself.
    await inNameOf(null, notify).catch(() => undefined);
  }

  /** One at a time, in their order; the words are those of the moment in which its turn comes. */
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
      const told = [...waiting].slice(0, MOST_TOLD);
      for (const [key] of told) waiting.delete(key);
      if (waiting.size > 0) tellNext();
      return told.map(([key, spent]) => `${key}/${spent}`);
    });
  }

  /** Of what was told by then: the rest is told, and taken off, afterwards. */
  function heaviest(): string[] {
    return [...counted]
      .flatMap(([name, limiter]) => limiter.debts().map((debt) => ({ name, ...debt })))
      .toSorted((one, other) => other.used - one.used)
      .slice(0, MOST_TOLD)
      .map(({ name, who, left }) => `${name}/${who}/=${left + (waiting.get(`${name}/${who}`) ?? 0)}`);
  }

  function take(notice: string | null): void {
    if (notice === null) {
      queue(() => [ASKED]);
      // All may have lost their connections: those that listen again sooner have asked by then.
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
