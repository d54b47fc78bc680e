import type { JobOrigin } from '../audit/audit.ts';
import type { Tx } from '../database/database.ts';
import { faultLine } from '../process/fault.ts';

/** Number of tries of a job, this try included, and how often it may be. */
export interface JobRun {
  readonly job: { readonly id?: string; readonly attempts: number; readonly max_attempts: number };
  /** Aborted where the worker stops and will not wait for the end. */
  readonly abortSignal?: AbortSignal;
}

/** Origin of what a run of a job does, for the audit trail. */
export function originOf(task: string, run: JobRun | undefined): JobOrigin {
  return { job: task, id: run?.job.id ?? null };
}

/** A job's work. Jobs run at least once, so each must bear being run again. */
export type Job = (payload: unknown, run?: JobRun) => Promise<void>;
export type Jobs = Readonly<Record<string, Job>>;

/** Adds a job in the transaction that causes it: it runs if and only if that transaction commits. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  options: { runAt?: Date; mostAttempts?: number } = {},
): Promise<void> {
  await tx.row('SELECT enqueue_job($1, $2, $3, $4)', [
    task,
    JSON.stringify(payload),
    options.runAt ?? new Date(0),
    options.mostAttempts ?? 25,
  ]);
}

/** Adds a job that takes the place of the one with its name that waits already; they never run beside each other. */
export async function enqueueOne(tx: Tx, task: string, runAt: Date): Promise<void> {
  await tx.row('SELECT enqueue_one_job($1, $1, $1, $2)', [task, runAt]);
}

/** Drops the jobs of the transaction's school that wait and whose payload matches one of these patterns of LIKE. */
export async function dropJobsAbout(tx: Tx, patterns: readonly string[]): Promise<void> {
  await tx.row('SELECT drop_jobs_about($1)', [patterns]);
}

/** The same jobs; each failure is logged with kind, id, attempt and cause, never with payload or message. */
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
