import type { NewNotice } from '@mfuko/contract/notices';
import { BackupError } from '../platform/backup/errors.ts';
import { newestIn } from '../platform/backup/folder.ts';
import { enqueueStaffNotice } from '../platform/jobs/staff-notice.ts';
import type { AppContext } from '../platform/process/app-context.ts';

/** Age of the newest backup from which a night counts as missed. */
export const OLD_MS = 36 * 3_600_000;
const ONCE_A_DAY_SECONDS = 23 * 3_600;

/** Returns the time of a folder's newest backup; null where there is none, or no folder. */
export function newestOrNone(folder: string): Date | null {
  try {
    return newestIn(folder);
  } catch (error) {
    // A missing folder contains no backup; the notice tells where to look.
    if (error instanceof BackupError) return null;
    throw error;
  }
}

/** Notifies the platform's Admins, once a day while the problem lasts. */
export function tell({ db }: AppContext, notice: Pick<NewNotice, 'kind' | 'params'>): Promise<void> {
  return db.inPlatform((tx) => enqueueStaffNotice(tx, { ...notice, subject: null, quietSeconds: ONCE_A_DAY_SECONDS }));
}
