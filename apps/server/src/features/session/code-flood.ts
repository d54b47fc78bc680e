import type { AppContext } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import { CodeFlood } from './errors.ts';

/** Works in the platform; where so many codes went out that none does any more, the Admins are told. */
export async function tellingOfFlood<T>(context: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await context.db.inPlatform(work);
  } catch (error) {
    if (error instanceof CodeFlood) await context.db.inPlatform((tx) => tellOfFlood(tx, context));
    throw error;
  }
}

const FLOOD_TOLD_EVERY = 900;

function tellOfFlood(tx: Tx, context: AppContext): Promise<void> {
  return enqueueStaffNotice(tx, {
    kind: 'session.code-flood',
    subject: null,
    params: { count: context.config.codesAMinute },
    quietSeconds: FLOOD_TOLD_EVERY,
  });
}
