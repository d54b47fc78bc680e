import type { Db } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Job, Jobs } from './jobs.ts';

const OUTCOMES = ['done', 'failed', 'given-up'];

/** Wraps jobs so that each run is counted by kind and outcome: done, failed, or failed for the last time. */
export function countingJobs(metrics: Metrics, jobs: Jobs): Jobs {
  const runs = metrics.counter('mfuko_job_runs_total', 'Runs of jobs', ['kind', 'outcome']);
  // Initialised with zero, because a series that begins with its first failure shows no increase.
  for (const kind of Object.keys(jobs)) for (const outcome of OUTCOMES) runs.inc({ kind, outcome }, 0);
  const counted = Object.entries(jobs).map(([kind, job]): [string, Job] => [
    kind,
    async (payload, run) => {
      try {
        await job(payload, run);
        runs.inc({ kind, outcome: 'done' });
      } catch (error) {
        const { attempts = 1, max_attempts = 1 } = run?.job ?? {};
        runs.inc({ kind, outcome: attempts >= max_attempts ? 'given-up' : 'failed' });
        throw error;
      }
    },
  ]);
  return Object.fromEntries(counted);
}

/** Exports the state of the queue, which all servers of an installation share. */
export function watchQueue(metrics: Metrics, db: Db): void {
  metrics.watch('job-queue', {
    gauges: {
      mfuko_queued_jobs: { help: 'Jobs in the queue: due, later, running, given-up', labels: ['kind', 'state'] },
      mfuko_job_due_seconds: { help: 'For how long the oldest job that is due has waited; 0 where none is due' },
    },
    async read() {
      const rows = await db.readPlatform((tx) =>
        tx.rows<{ kind: string; state: string; jobs: number; seconds: number }>(
          'SELECT kind, state, jobs, due_seconds AS seconds FROM queued_jobs()',
        ),
      );
      return {
        mfuko_queued_jobs: rows.map(({ kind, state, jobs }) => ({ labels: { kind, state }, value: jobs })),
        mfuko_job_due_seconds: Math.max(0, ...rows.map(({ seconds }) => seconds)),
      };
    },
  });
}
