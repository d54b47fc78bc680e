import type { AppContext } from '../platform/process/app-context.ts';
import { newestOrNone } from './jobs.ts';

/** Watches the nightly backups: one has its name only once it was read back and tried, so the newest is the last good one. */
export function watchBackups({ config, clock, metrics }: AppContext): void {
  metrics.watch('backups', {
    gauges: {
      mfuko_backup_expected: { help: '1 where BACKUP_TO is set' },
      mfuko_backup_age_seconds: { help: 'Age of the last good backup in BACKUP_TO; left out where there is none' },
    },
    read() {
      const { to } = config.backup;
      const newest = to === null ? null : newestOrNone(to);
      return {
        mfuko_backup_expected: to === null ? 0 : 1,
        ...(newest === null ? {} : { mfuko_backup_age_seconds: (clock.now() - newest.getTime()) / 1_000 }),
      };
    },
  });
}
