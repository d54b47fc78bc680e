import type { AppContext } from '../process/app-context.ts';
import { enqueueStaffNotice } from './staff-notice.ts';

const ONCE_SECONDS = 6 * 3_600;

/** Notifies the platform's Admins that memory is nearly exhausted; the notice also raises an alarm. */
export async function notifyOfMemory({ db }: AppContext): Promise<void> {
  await db.inPlatform((tx) =>
    enqueueStaffNotice(tx, { kind: 'server.memory-tight', subject: null, params: {}, quietSeconds: ONCE_SECONDS }),
  );
}
