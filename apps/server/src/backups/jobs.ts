import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BackupError } from '../platform/backup/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { readLogArchive, troubleOf } from '../platform/wal-archive/state.ts';
import { lookAtCopies } from './copy-jobs.ts';
import { newestOrNone, OLD_MS, tell } from './told.ts';

/** The job that makes each night's backup: before the sweep, so that what is cleared away is in one more. */
export const BACKUP = 'backup';
export const BACKUP_AT = '50 0 * * *';
/** The job that looks whether there is one. */
export const BACKUP_LOOK = 'look-at-the-backups';
export const BACKUP_LOOK_AT = '35 * * * *';

const HOUR_MS = 3_600_000;

/** Runs the program of the backups and answers its exit code. */
export type RunBackup = (signal: AbortSignal | undefined) => Promise<number>;
export function backupJobs(context: AppContext, run: RunBackup = runProgram): Jobs {
  return {
    [BACKUP]: (_payload, { abortSignal } = { job: { attempts: 1, max_attempts: 1 } }) =>
      makeTonights(context, run, abortSignal),
    [BACKUP_LOOK]: async () => {
      await lookAtBackups(context);
      await lookAtCopies(context);
      await lookAtLogArchive(context);
    },
  };
}

/** A process of its own: compressing and encrypting would hold up the calls of this one. */
const runProgram: RunBackup = (signal) => {
  const program = fileURLToPath(new URL('../backup.ts', import.meta.url));
  // Its words are for the log; they hold nothing of a row.
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 2));
    // One that was told to stop has an exit code all the same; one that never began has none.
    child.on('error', () => child.pid === undefined && resolve(2));
  });
};

async function makeTonights(context: AppContext, run: RunBackup, signal: AbortSignal | undefined): Promise<void> {
  if (context.config.backup.to === null) return;
  const code = await run(signal);
  if (code === 0) return;
  // One that takes longer than an hour is asked for again meanwhile.
  if (!signal?.aborted && code !== 3) await tell(context, { kind: 'server.backup-failed', params: {} });
  // One that was made and has to be looked at is not made again within the hour.
  if (code !== 1) throw new BackupError('The backup was not made.');
}

async function lookAtBackups(context: AppContext): Promise<void> {
  const { to } = context.config.backup;
  if (to === null) return;
  const newest = newestOrNone(to);
  if (newest === null) return tell(context, { kind: 'server.backup-failed', params: {} });
  const age = context.clock.now() - newest.getTime();
  if (age > OLD_MS) await tell(context, { kind: 'server.backup-old', params: { hours: Math.floor(age / HOUR_MS) } });
}

async function lookAtLogArchive(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const archive = await context.db.readPlatform(readLogArchive);
  const trouble = troubleOf(archive, context.config.expectLogArchive, now);
  if (trouble === 'off') await tell(context, { kind: 'server.log-archive-off', params: {} });
  if (trouble === 'old') {
    const minutes = Math.floor((now - archive.lastAt) / 60_000);
    await tell(context, { kind: 'server.log-archive-old', params: { minutes } });
  }
}
