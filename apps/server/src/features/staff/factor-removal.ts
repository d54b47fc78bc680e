import type { InputOf } from '@mfuko/contract/endpoint';
import type { proposeFactorRemoval, settleFactor, UserDetails } from '@mfuko/contract/staff';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { approveRemoval, proposeRemoval, rejectRemoval, settleWaiting } from '../session/index.ts';
import { getUser, homeOf, onUser } from './change.ts';
import { userNotFound } from './errors.ts';
import { lockUser } from './store.ts';

/**
 * Requests the removal of a lost second factor. Any user who may change the user may request it; nothing happens before another user
 * approves.
 */
export function askForRemoval(
  context: AppContext,
  call: Call,
  { sysid, reason }: InputOf<typeof proposeFactorRemoval>,
): Promise<UserDetails> {
  return onUser(context, call, sysid, {}, async (tx, user) => {
    if (user.status === 'deleted') throw userNotFound();
    await proposeRemoval(tx, context, call, user, reason);
  });
}

export function agreeToRemoval(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(context, call, sysid, {}, (tx, user) => approveRemoval(tx, context, call, user));
}

export function refuseRemoval(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(context, call, sysid, {}, (tx, user) => rejectRemoval(tx, call, user));
}

/**
 * Settles a waiting first factor: says if it belongs to the user. Any office user may, as with a waiting number, since the two users of a
 * school's office cannot change each other.
 */
export async function settleNewFactor(
  context: AppContext,
  call: Call,
  { sysid, ...word }: InputOf<typeof settleFactor>,
): Promise<UserDetails> {
  return call.recordIn(await homeOf(context, call, sysid), async (tx) => {
    const user = await lockUser(tx, sysid);
    if (!user || user.status === 'deleted') throw userNotFound();
    await settleWaiting(tx, context, call, user, word);
    return getUser(tx, call, sysid);
  });
}
