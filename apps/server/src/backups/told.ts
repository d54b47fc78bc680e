import type { NewNotice } from '@mfuko/contract/notices';
import { BackupError } from '../platform/backup/errors.ts';
import { newestIn } from '../platform/backup/folder.ts';
import { enqueueStaffNotice } from '../platform/jobs/staff-notice.ts';
import type { AppContext } from '../platform/process/app-context.ts';

/** Age from which a night was missed. */
export const OLD_MS = 36 * 3_600_000;
const ONCE_A_DAY_SECONDS = 23 * 3_600;

/** When the newest backup of a folder was made; null where there is none, or no folder. */
export function newestOrNone(folder: string): Date | null {
  try {
    return newestIn(folder);
  } catch (error) {
    // A folder that is not there has no backup; the notice says what to look at.
    if (error instanceof BackupError) return null;
    throw error;
  }
}

/** Tells the Admins of the platform, once a day for as long as it lasts. */
export function tell({ db }: AppContext, notice: Pick<NewNotice, 'kind' | 'params'>): Promise<void> {
  return db.inPlatform((tx) => enqueueStaffNotice(tx, { ...notice, subject: null, quietSeconds: ONCE_A_DAY_SECONDS }));
}
