import type pg from 'pg';
import type { DatabaseFacts } from './facts.ts';

/** Reads the jobs that were given up, and since when one has been due. */
export async function askJobs(client: pg.Client): Promise<DatabaseFacts['jobs']> {
  // A job of the clock that failed once is made up for by its next run, which is in this list if it failed as well.
  const failed = await client.query<{ kind: string }>(
    `SELECT t.identifier AS kind FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM graphile_worker._private_known_crontabs k
                       WHERE k.identifier = t.identifier AND k.last_execution > j.created_at)
     GROUP BY 1 ORDER BY 1`,
  );
  const due = await client.query<{ oldest: Date | null }>(
    `SELECT min(run_at) AS oldest FROM graphile_worker._private_jobs
     WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= now()`,
  );
  return { failed: failed.rows.map(({ kind }) => kind), oldestDue: due.rows[0]?.oldest?.getTime() ?? null };
}
