import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BackupError } from '../platform/backup/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { readLogArchive, troubleOf } from '../platform/wal-archive/state.ts';
import { lookAtCopies } from './copy-jobs.ts';
import { newestOrNone, OLD_MS, tell } from './told.ts';

/** Job that makes the nightly backup; runs before the sweep, so that expired data is in one more backup. */
export const BACKUP = 'backup';
export const BACKUP_AT = '50 0 * * *';
/** Job that checks the age of the newest backup. */
export const BACKUP_CHECK = 'look-at-the-backups';
export const BACKUP_CHECK_AT = '35 * * * *';

const HOUR_MS = 3_600_000;

/** Runs the backup program and returns its exit code. */
export type RunBackup = (signal: AbortSignal | undefined) => Promise<number>;
export function backupJobs(context: AppContext, run: RunBackup = runProgram): Jobs {
  return {
    [BACKUP]: (_payload, { abortSignal } = { job: { attempts: 1, max_attempts: 1 } }) =>
      makeTonights(context, run, abortSignal),
    [BACKUP_CHECK]: async () => {
      await checkBackups(context);
      await lookAtCopies(context);
      await checkLogArchive(context);
    },
  };
}

/** Runs in a child process: compression and encryption would block the requests of this one. */
const runProgram: RunBackup = (signal) => {
  const program = fileURLToPath(new URL('../backup.ts', import.meta.url));
  // The program's error output goes to the log; it contains no row data.
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 2));
    // A process that was killed still emits `exit`; one that could not be started does not.
    child.on('error', () => child.pid === undefined && resolve(2));
  });
};

async function makeTonights(context: AppContext, run: RunBackup, signal: AbortSignal | undefined): Promise<void> {
  if (context.config.backup.to === null) return;
  const code = await run(signal);
  if (code === 0) return;
  // Exit code 3 means that a backup is still in progress: a slow one overlaps with a retry after an hour.
  if (!signal?.aborted && code !== 3) await tell(context, { kind: 'server.backup-failed', params: {} });
  // Exit code 1 means that a backup exists but needs attention; it is not made again within the hour.
  if (code !== 1) throw new BackupError('The backup was not made.');
}

async function checkBackups(context: AppContext): Promise<void> {
  const { to } = context.config.backup;
  if (to === null) return;
  const newest = newestOrNone(to);
  if (newest === null) return tell(context, { kind: 'server.backup-failed', params: {} });
  const age = context.clock.now() - newest.getTime();
  if (age > OLD_MS) await tell(context, { kind: 'server.backup-old', params: { hours: Math.floor(age / HOUR_MS) } });
}

async function checkLogArchive(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const archive = await context.db.readPlatform(readLogArchive);
  const trouble = troubleOf(archive, context.config.expectLogArchive, now);
  if (trouble === 'off') await tell(context, { kind: 'server.log-archive-off', params: {} });
  if (trouble === 'old') {
    const minutes = Math.floor((now - archive.lastAt) / 60_000);
    await tell(context, { kind: 'server.log-archive-old', params: { minutes } });
  }
}
