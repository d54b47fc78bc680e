import type pg from 'pg';
import { clockFault, type Db } from '../database/database.ts';
import { enqueue, type Jobs } from './jobs.ts';

const AGAIN_AFTER_MS = 5 * 60_000;

/**
 * The same jobs, but those that would record money while the clock cannot be right wait for as long as that takes: the tries
 * that a job has are for other failures.
 */
export function waitingForClock(db: Pick<Db, 'inPlatform'>, jobs: Jobs): Jobs {
  return Object.fromEntries(
    Object.entries(jobs).map(([kind, job]) => [
      kind,
      (payload, run) =>
        job(payload, run).catch((error: unknown) => {
          if (!clockFault(error)) throw error;
          const again = { runAt: new Date(Date.now() + AGAIN_AFTER_MS), mostAttempts: run?.job.max_attempts ?? 25 };
          return db.inPlatform((tx) => enqueue(tx, kind, payload ?? {}, again));
        }),
    ]),
  );
}

/**
 * Takes the queue back to the present after a clock that was ahead: the clockwork would not run what it believes to have run
 * already, and whatever was put off meanwhile would wait for a time that is far off. Between two tries the queue lets a job wait
 * e^10 seconds (6 hours) at the most, and none of ours is put off for a day.
 */
export async function rewindQueue(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
                    WHERE last_execution > now() + interval '2 minutes'`);
  await pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now()
                    WHERE locked_at IS NULL
                      AND run_at > now() + CASE WHEN attempts > 0 THEN interval '7 hours' ELSE interval '1 day' END`);
}
