import type pg from 'pg';
import { clockFault, type Db } from '../database/database.ts';
import { enqueue, type Jobs } from './jobs.ts';

const AGAIN_AFTER_MS = 5 * 60_000;

/**
 * Wraps jobs so that one that would record money while the clock is wrong is put off until the clock is right, without using up an
 * attempt: attempts are for other failures.
 */
export function waitingForClock(db: Pick<Db, 'inPlatform'>, jobs: Jobs): Jobs {
  return Object.fromEntries(
    Object.entries(jobs).map(([kind, job]) => [
      kind,
      (payload, run) =>
        job(payload, run).catch((error: unknown) => {
          if (!clockFault(error)) throw error;
          const again = { afterMs: AGAIN_AFTER_MS, mostAttempts: run?.job.max_attempts ?? 25 };
          return db.inPlatform((tx) => enqueue(tx, kind, payload ?? {}, again));
        }),
    ]),
  );
}

/**
 * Resets the queue after a clock that was ahead: the scheduler would skip runs that it believes to have done already, and jobs put off
 * meanwhile would wait for a distant time. The limits: the queue waits at most e^10 seconds (6 hours) between attempts, and none of our
 * jobs is put off for a day.
 */
export async function rewindQueue(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
                    WHERE last_execution > now() + interval '2 minutes'`);
  await pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now()
                    WHERE locked_at IS NULL
                      AND run_at > now() + CASE WHEN attempts > 0 THEN interval '7 hours' ELSE interval '1 day' END`);
}
