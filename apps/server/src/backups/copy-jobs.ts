import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noteCopied, readMarks } from '../platform/backup/marks.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { newestOrNone, OLD_MS, tell } from './told.ts';

/** The job that copies the backups to the second place: hourly, so that a disk that is plugged in gets what it has missed. */
export const BACKUP_COPY = 'copy-the-backups';
export const BACKUP_COPY_AT = '20 * * * *';

const HOUR_MS = 3_600_000;
/** Longer than any copying that gets on. */
const COPY_MS = 4 * HOUR_MS;

/** Runs the program of the copies and answers what it says; null where it failed. */
export type RunCopy = (signal: AbortSignal | undefined) => Promise<SaidOfCopies | null>;

/** Words of the program of the copies (`backup-copy.ts --json`). */
export interface SaidOfCopies {
  /** When the newest backup in the second place was made. */
  readonly newest: string | null;
  /** Files of which another copy was begun, since the earlier one is not their beginning. */
  readonly anew: readonly string[];
}

export function copyJobs(context: AppContext, run: RunCopy = runProgram): Jobs {
  let under: Promise<void> | null = null;
  return {
    async [BACKUP_COPY](_payload, { abortSignal } = { job: { attempts: 1, max_attempts: 1 } }) {
      // A network that hangs takes one place of the worker, and not one more each hour.
      if (under !== null) return;
      under = copyToSecondPlace(context, run, abortSignal);
      await under.finally(() => {
        under = null;
      });
    },
  };
}

/** The second place may be a network that hangs: only a process of its own waits for it. */
const runProgram: RunCopy = async (signal) => {
  const program = fileURLToPath(new URL('../backup-copy.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: AbortSignal.any([AbortSignal.timeout(COPY_MS), ...(signal ? [signal] : [])]),
    killSignal: 'SIGKILL',
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.on('close', (ended) => resolve(ended ?? 2));
    // Not waited for where it was told to stop: a network that hangs lets nobody end it.
    child.on('error', () => resolve(2));
  });
  return code === 0 ? (JSON.parse(Buffer.concat(said).toString('utf8')) as SaidOfCopies) : null;
};

async function copyToSecondPlace(context: AppContext, run: RunCopy, signal: AbortSignal | undefined): Promise<void> {
  const { to, copyTo } = context.config.backup;
  if (to === null || copyTo === null) return;
  const said = await run(signal);
  // A disk that is away for an hour is no alarm; the look tells once its newest copy is old.
  if (said === null) return;
  const { newest, anew } = said;
  if (newest !== null) await context.db.inPlatform((tx) => noteCopied(tx, new Date(newest)));
  if (anew.length > 0) await tell(context, { kind: 'server.copy-differs', params: { file: anew.join(', ') } });
}

/** By what the last copying noted: the second place itself may hang. */
export async function lookAtCopies(context: AppContext): Promise<void> {
  const { to, copyTo } = context.config.backup;
  if (to === null || copyTo === null) return;
  const { copied } = await context.db.readPlatform(readMarks);
  if (copied === null) {
    if (newestOrNone(to) !== null) await tell(context, { kind: 'server.copy-failed', params: {} });
    return;
  }
  const age = context.clock.now() - copied;
  if (age > OLD_MS) await tell(context, { kind: 'server.copy-old', params: { hours: Math.floor(age / HOUR_MS) } });
}
