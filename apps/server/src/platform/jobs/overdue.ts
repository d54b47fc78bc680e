import type { AppContext } from '../process/app-context.ts';
import { enqueue, type Jobs } from './jobs.ts';

/**
 * Has overdue work done. The queue's own backfill knows only what it has seen before and looks once, at its start; this looks at
 * when the work was last done, and goes on looking.
 */
export const CATCH_UP = 'catch-up';
export const CATCH_UP_AT = '*/10 * * * *';

/** The queue itself queues the work at its time; so long it has to begin and end before it counts as overdue. */
const GRACE_MS = 10 * 60_000;
/** Work that failed, or was cut off, is queued again after so long. */
const AGAIN_AFTER_MS = 60 * 60_000;

/** Work that is due at a certain time: each day (`40 23 * * *`, in UTC) or each hour (`20 * * * *`). */
export interface TimedWork {
  readonly task: string;
  readonly at: string;
}

/** The newest moment before `now` at which work of that time was due. Throws TypeError for other forms than the two. */
export function lastDue(at: string, now: Date): Date {
  const [, minute, hour] = /^(\d{1,2}) (\*|\d{1,2}) \* \* \*$/.exec(at) ?? [];
  if (minute === undefined || hour === undefined) throw new TypeError(`${at} is neither daily nor hourly.`);
  const due = new Date(now);
  due.setUTCMinutes(Number(minute), 0, 0);
  if (hour !== '*') due.setUTCHours(Number(hour));
  if (due > now) due.setTime(due.getTime() - (hour === '*' ? 3_600_000 : 86_400_000));
  return due;
}

/** Jobs of which the timed ones write down that they were done, and the job that has overdue ones done. */
export function catchingUp(context: AppContext, jobs: Jobs, timed: readonly TimedWork[]): Jobs {
  const remembered = timed.map(({ task }) => {
    const job = jobs[task];
    if (!job) throw new TypeError(`There is no job ${task}.`);
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
      // One row is changed by one server: of several that look at once, one queues the work. A time to come was written by a
      // clock that has been set back since.
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
