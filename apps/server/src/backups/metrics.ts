import { readMarks } from '../platform/backup/marks.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { readLogArchive } from '../platform/wal-archive/state.ts';
import { newestOrNone } from './told.ts';

/** Exports the age of the nightly backups. A backup gets its name only after it was read back and tried, so the newest one is good. */
export function watchBackups({ config, clock, db, metrics }: AppContext): void {
  metrics.watch('backups', {
    gauges: {
      mfuko_backup_expected: { help: '1 where BACKUP_TO is set' },
      mfuko_backup_copy_expected: { help: '1 where BACKUP_COPY_TO is set' },
      mfuko_backup_copy_age_seconds: {
        help: 'Age of the newest backup in BACKUP_COPY_TO; left out where there is none',
      },
      mfuko_backup_age_seconds: { help: 'Age of the last good backup in BACKUP_TO; left out where there is none' },
    },
    async read() {
      const { to, copyTo } = config.backup;
      const copied = copyTo === null ? null : (await db.readPlatform(readMarks)).copied;
      const newest = to === null ? null : newestOrNone(to);
      return {
        mfuko_backup_expected: to === null ? 0 : 1,
        mfuko_backup_copy_expected: copyTo === null ? 0 : 1,
        ...(copied === null ? {} : { mfuko_backup_copy_age_seconds: (clock.now() - copied) / 1_000 }),
        ...(newest === null ? {} : { mfuko_backup_age_seconds: (clock.now() - newest.getTime()) / 1_000 }),
      };
    },
  });
}

/** Exports the state of WAL archiving, on which point-in-time recovery depends. */
export function watchLogArchive({ config, clock, db, metrics }: AppContext): void {
  metrics.watch('log-archive', {
    gauges: {
      mfuko_log_archive_expected: { help: '1 where the database archives its log, or EXPECT_LOG_ARCHIVE is set' },
      mfuko_log_archive_age_seconds: { help: 'Since the database archived its log; left out where it does not' },
      mfuko_log_archive_failing: { help: '1 where the last try to archive failed' },
    },
    read: () =>
      db.readPlatform(async (tx) => {
        const { on, lastAt, failing } = await readLogArchive(tx);
        return {
          mfuko_log_archive_expected: on || config.expectLogArchive ? 1 : 0,
          mfuko_log_archive_failing: on && failing ? 1 : 0,
          ...(on ? { mfuko_log_archive_age_seconds: (clock.now() - lastAt) / 1_000 } : {}),
        };
      }),
  });
}
