import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noteCopied, readMarks } from '../platform/backup/marks.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { newestOrNone, OLD_MS, tell } from './told.ts';

/** Job that copies the backups to the second folder; runs hourly, so that a disk that was unplugged catches up. */
export const BACKUP_COPY = 'copy-the-backups';
export const BACKUP_COPY_AT = '20 * * * *';

const HOUR_MS = 3_600_000;
/** Timeout of a copy run, longer than any run that makes progress. */
const COPY_MS = 4 * HOUR_MS;

/** Runs the copy program and returns its output; null where it failed. */
export type RunCopy = (signal: AbortSignal | undefined) => Promise<SaidOfCopies | null>;

/** Output of the copy program (`backup-copy.ts --json`). */
export interface SaidOfCopies {
  /** Time of the newest backup in the second folder. */
  readonly newest: string | null;
  /** Files of which a new copy was begun, because the existing copy is not a prefix of the file. */
  readonly anew: readonly string[];
}

export function copyJobs(context: AppContext, run: RunCopy = runProgram): Jobs {
  let under: Promise<void> | null = null;
  return {
    async [BACKUP_COPY](_payload, { abortSignal } = { job: { attempts: 1, max_attempts: 1 } }) {
      // A network that hangs then occupies one slot of the worker, and not another one each hour.
      if (under !== null) return;
      under = copyToSecondPlace(context, run, abortSignal);
      await under.finally(() => {
        under = null;
      });
    },
  };
}

/** Runs in a child process, which alone blocks when the second folder is on a network that hangs. */
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
    // Resolves without waiting for the exit of a killed process: one that hangs on the network may not end.
    child.on('error', () => resolve(2));
  });
  return code === 0 ? (JSON.parse(Buffer.concat(said).toString('utf8')) as SaidOfCopies) : null;
};

async function copyToSecondPlace(context: AppContext, run: RunCopy, signal: AbortSignal | undefined): Promise<void> {
  const { to, copyTo } = context.config.backup;
  if (to === null || copyTo === null) return;
  const said = await run(signal);
  // One failed hour is no alarm; `lookAtCopies` reports it when the newest copy has become old.
  if (said === null) return;
  const { newest, anew } = said;
  if (newest !== null) await context.db.inPlatform((tx) => noteCopied(tx, new Date(newest)));
  if (anew.length > 0) await tell(context, { kind: 'server.copy-differs', params: { file: anew.join(', ') } });
}

/** Checks the age of the newest copy, as recorded by the last copy run: the second folder itself may hang. */
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
