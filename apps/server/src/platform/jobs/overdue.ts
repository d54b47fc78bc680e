import type { AppContext } from '../process/app-context.ts';
import { enqueue, type Jobs } from './jobs.ts';

/**
 * Job that queues overdue work. The queue's own backfill covers only tasks it has seen before, and only at its start; this job compares
 * with the time of the last run, and does so repeatedly.
 */
export const CATCH_UP = 'catch-up';
export const CATCH_UP_AT = '*/10 * * * *';

/** Time that the queue has to start and finish work before the work counts as overdue. */
const GRACE_MS = 10 * 60_000;
/** Pause before failed or interrupted work is queued again. */
const AGAIN_AFTER_MS = 60 * 60_000;

/** Work with a schedule: daily (`40 23 * * *`, in UTC) or hourly (`20 * * * *`). */
export interface TimedWork {
  readonly task: string;
  readonly at: string;
}

/** Returns the latest due time before `now`. Throws TypeError for any other form of schedule. */
export function lastDue(at: string, now: Date): Date {
  const [, minute, hour] = /^(\d{1,2}) (\*|\d{1,2}) \* \* \*$/.exec(at) ?? [];
  if (minute === undefined || hour === undefined)
    throw new TypeError(`The cron pattern ${at} is neither daily nor hourly.`);
  const due = new Date(now);
  due.setUTCMinutes(Number(minute), 0, 0);
  if (hour !== '*') due.setUTCHours(Number(hour));
  if (due > now) due.setTime(due.getTime() - (hour === '*' ? 3_600_000 : 86_400_000));
  return due;
}

/** Wraps the scheduled jobs so that they record their runs, and adds the job that queues overdue ones. */
export function catchingUp(context: AppContext, jobs: Jobs, timed: readonly TimedWork[]): Jobs {
  const remembered = timed.map(({ task }) => {
    const job = jobs[task];
    if (!job) throw new TypeError(`The job ${task} is not registered.`);
    const remember: typeof job = async (payload, run) => {
      const began = new Date(context.clock.now());
      await job(payload, run);
      await context.db.inPlatform((tx) =>
        tx.row(
          `INSERT INTO job_runs (kind, ran_at) VALUES ($1, $2)
           ON CONFLICT (kind) DO UPDATE SET ran_at = excluded.ran_at`,
          [task, began],
        ),
      );
    };
    return [task, remember] as const;
  });
  return { ...jobs, ...Object.fromEntries(remembered), [CATCH_UP]: () => catchUp(context, timed) };
}

async function catchUp({ db, clock }: AppContext, timed: readonly TimedWork[]): Promise<void> {
  const now = new Date(clock.now());
  await db.inPlatform(async (tx) => {
    for (const { task, at } of timed) {
      const due = lastDue(at, new Date(now.getTime() - GRACE_MS));
      // The row lock lets only one of several servers queue the work. A time in the future was written by a clock that has since been
      // set back.
      const overdue = await tx.row(
        `INSERT INTO job_runs AS r (kind, queued_at) VALUES ($1, $2)
         ON CONFLICT (kind) DO UPDATE SET queued_at = excluded.queued_at
           WHERE (coalesce(r.ran_at, '-infinity') < $3 OR r.ran_at > $2)
             AND (coalesce(r.queued_at, '-infinity') < $4 OR r.queued_at > $2)
         RETURNING 1 AS one`,
        [task, now, due, new Date(now.getTime() - AGAIN_AFTER_MS)],
      );
      if (overdue) await enqueue(tx, task, {}, { mostAttempts: 1 });
    }
  });
}
