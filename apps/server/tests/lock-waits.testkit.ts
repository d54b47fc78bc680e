import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TestServer } from './kit.ts';

/** Number of sessions of the test's database that wait for a lock. `pg_locks` shows the current state, even inside a transaction. */
export async function countLockWaits({ context }: TestServer): Promise<number> {
  const row = await context.db.inPlatform((tx) =>
    tx.row<{ count: number }>(
      `SELECT count(DISTINCT l.pid)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE NOT l.granted AND a.datname = current_database()`,
    ),
  );
  return row?.count ?? 0;
}

/** Returns true once that many sessions wait for a lock; false if the work has ended without waiting. */
export async function isBlocked(server: TestServer, work: Promise<unknown>, sessions = 1): Promise<boolean> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  for (;;) {
    // Read first: work that ends during the query was not blocked.
    const over = ended;
    if ((await countLockWaits(server)) >= sessions) return true;
    if (over) return false;
    await nextTurn();
  }
}

/**
 * Barrier between reading and recording for concurrent callers. It opens once every caller has arrived or waits for a lock, so that
 * without any lock all of them read before the first one records.
 */
export function createBarrier(callers: number, server: TestServer): () => Promise<void> {
  let here = 0;
  return async () => {
    here++;
    while (here + (await countLockWaits(server)) < callers) await nextTurn();
  };
}
