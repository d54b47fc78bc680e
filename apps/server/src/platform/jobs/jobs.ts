import type { JobOrigin } from '../audit/audit.ts';
import type { Tx } from '../database/database.ts';
import { faultLine } from '../process/fault.ts';

/** Current attempt of a job (from 1) and the maximum number of attempts. */
export interface JobRun {
  readonly job: { readonly id?: string; readonly attempts: number; readonly max_attempts: number };
  /** Aborted when the worker stops without waiting for the job. */
  readonly abortSignal?: AbortSignal;
}

/** Returns the audit origin of a job run. */
export function originOf(task: string, run: JobRun | undefined): JobOrigin {
  return { job: task, id: run?.job.id ?? null };
}

/** Function that does a job. Jobs run at least once, so each must be idempotent. */
export type Job = (payload: unknown, run?: JobRun) => Promise<void>;
export type Jobs = Readonly<Record<string, Job>>;

interface EnqueueOptions {
  readonly runAt?: Date | undefined;
  /** Delay from now on. It is added by the database's clock, by which the queue runs: this machine's may differ. */
  readonly afterMs?: number;
  readonly mostAttempts?: number;
}

/** Adds a job in the transaction that causes it: the job runs if and only if that transaction commits. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { runAt, afterMs, mostAttempts = 25 }: EnqueueOptions = {},
): Promise<void> {
  await tx.row(
    `SELECT enqueue_job($1, $2, coalesce($3::timestamptz, clock_timestamp() + make_interval(secs => $4::float8)), $5)`,
    [
      task,
      JSON.stringify(payload),
      runAt ?? (afterMs === undefined ? new Date(0) : null),
      (afterMs ?? 0) / 1_000,
      mostAttempts,
    ],
  );
}

/** Adds a job that replaces a waiting one of the same name; two of them never run concurrently. */
export async function enqueueOne(tx: Tx, task: string, runAt: Date): Promise<void> {
  await tx.row('SELECT enqueue_one_job($1, $1, $1, $2)', [task, runAt]);
}

/** Deletes waiting jobs of the transaction's school whose payload matches one of these LIKE patterns. */
export async function dropJobsAbout(tx: Tx, patterns: readonly string[]): Promise<void> {
  await tx.row('SELECT drop_jobs_about($1)', [patterns]);
}

/** Wraps jobs so that each failure is logged with kind, id, attempt and cause, never with payload or message. */
export function withFailureLog(jobs: Jobs, log: (line: string) => void): Jobs {
  const logged = Object.entries(jobs).map(([kind, job]): [string, Job] => [
    kind,
    async (payload, run) => {
      try {
        await job(payload, run);
      } catch (error) {
        const { id = 'alone', attempts = 1, max_attempts = 1 } = run?.job ?? {};
        const last = attempts >= max_attempts ? ', the last' : '';
        log(`Job ${kind} ${id} failed, attempt ${attempts} of ${max_attempts}${last}: ${faultLine(error)}`);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(logged);
}
