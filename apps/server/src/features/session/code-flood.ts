import type { Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { CodeFlood, tooManyCodes } from './errors.ts';
import * as store from './store.ts';

/** Runs `work` in a transaction of the platform. If the platform's limit of codes is reached, the Admins are notified. */
export async function tellingOfFlood<T>(context: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await context.db.inPlatform(work);
  } catch (error) {
    if (error instanceof CodeFlood) await context.db.inPlatform((tx) => notifyOfFlood(tx, context));
    throw error;
  }
}

const FLOOD_TOLD_EVERY = 900;

function notifyOfFlood(tx: Tx, context: AppContext): Promise<void> {
  return enqueueStaffNotice(tx, {
    kind: 'session.code-flood',
    subject: null,
    params: { count: context.config.codesAMinute },
    quietSeconds: FLOOD_TOLD_EVERY,
  });
}

/**
 * Limits the codes of unknown browsers. The limit applies to all numbers alike, or it would reveal which numbers are known. One address
 * may use up at most half of the codes that the platform sends in a minute; a browser known to the user has its own budget and is exempt
 * from both limits.
 */
export async function limitStrangers(tx: Tx, context: AppContext, callerHash: Buffer | null): Promise<void> {
  const most = context.config.codesAMinute;
  const own = callerHash && (await store.secondsOfCaller(tx, callerHash, Math.ceil(most / 2)));
  if (own) throw tooManyCodes(own);
  const wait = await store.secondsOfFlood(tx, most);
  if (wait !== null) throw new CodeFlood(wait);
}
