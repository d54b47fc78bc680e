import type { Tx } from '../../platform/database/database.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { CodeFlood, tooManyCodes } from './errors.ts';
import * as store from './store.ts';

/** Works in the platform; where so many codes went out that none does any more, the Admins are told. */
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
 * For all numbers alike, or the rate limiter would tell who is known. One address uses up half of what the platform sends in a minute at
 * most; whoever comes in a browser that they know has their own budget and waits for neither.
 */
export async function limitStrangers(tx: Tx, context: AppContext, callerHash: Buffer | null): Promise<void> {
  const most = context.config.codesAMinute;
  const own = callerHash && (await store.secondsOfCaller(tx, callerHash, Math.ceil(most / 2)));
  if (own) throw tooManyCodes(own);
  const wait = await store.secondsOfFlood(tx, most);
  if (wait !== null) throw new CodeFlood(wait);
}
