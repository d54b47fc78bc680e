import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TestServer } from './kit.ts';

/** Number of sessions of the test's database that wait for a lock. `pg_locks` is of now, inside a transaction too. */
export async function countLockWaits({ context }: TestServer): Promise<number> {
  const row = await context.db.inPlatform((tx) =>
    tx.row<{ count: number }>(
      `SELECT count(DISTINCT l.pid)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE NOT l.granted AND a.datname = current_database()`,
    ),
  );
  return row?.count ?? 0;
}

/** True once so many sessions wait for a lock; false where the work has ended without that. */
export async function isBlocked(server: TestServer, work: Promise<unknown>, sessions = 1): Promise<boolean> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  for (;;) {
    // Asked for first: work that has ended while this was asked was not blocked then.
    const over = ended;
    if ((await countLockWaits(server)) >= sessions) return true;
    if (over) return false;
    await nextTurn();
  }
}

/**
 * A hold that each of so many callers comes to between looking and recording. It lasts until every one of them is there or waits
 * for a lock, so where nothing keeps them apart all have looked before any records.
 */
export function meetingOf(callers: number, server: TestServer): () => Promise<void> {
  let here = 0;
  return async () => {
    here++;
    while (here + (await countLockWaits(server)) < callers) await nextTurn();
  };
}
