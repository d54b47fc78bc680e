import type { AppContext } from '../process/app-context.ts';
import { enqueueStaffNotice } from './staff-notice.ts';

const ONCE_SECONDS = 6 * 3_600;

/** Tells the platform's Admins that memory is nearly used up; what is told is an alarm too. */
export async function notifyOfMemory({ db }: AppContext): Promise<void> {
  await db.inPlatform((tx) =>
    enqueueStaffNotice(tx, { kind: 'server.memory-tight', subject: null, params: {}, quietSeconds: ONCE_SECONDS }),
  );
}
