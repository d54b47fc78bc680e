import type { UserDetails } from '@mfuko/contract/staff';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { endSessionsFromOffice } from '../session/index.ts';
import { getUser, homeOf } from './change.ts';
import { ownSessions, userNotFound } from './errors.ts';
import { lockUser } from './store.ts';

/**
 * Ends all sessions of a user, who may sign in again at once. Since that takes nothing from anybody, a SchoolAdmin may do so for every
 * user of the school, other SchoolAdmins included. Throws user.not-found and user.self.
 */
export async function endSessionsOfUser(
  context: AppContext,
  call: Call,
  { sysid }: { sysid: string },
): Promise<UserDetails> {
  if (sysid === call.actor.userId) throw ownSessions();
  return call.recordIn(await homeOf(context, call, sysid), async (tx) => {
    const user = await lockUser(tx, sysid);
    if (!user || user.status === 'deleted') throw userNotFound();
    await endSessionsFromOffice(tx, context, call, user);
    return getUser(tx, call, sysid);
  });
}
