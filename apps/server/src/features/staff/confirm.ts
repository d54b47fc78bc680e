import type { UserDetails } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findUnconfirmed, untieMade } from '../session/index.ts';
import { getUser, homeOf } from './change.ts';
import { neverSignedIn, notYoursToConfirm, userNotFound } from './errors.ts';
import { lockUser } from './store.ts';

/**
 * Confirms that an account belongs to another person than its maker, so that the two count as two people. Any office user of the school
 * may confirm who is not tied to the maker; the person must have signed in, which shows that they know of the account's number.
 */
export async function confirmUser(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return call.recordIn(await homeOf(context, call, sysid), async (tx) => {
    const user = await lockUser(tx, sysid);
    if (!user || user.status === 'deleted') throw userNotFound();
    const open = await findUnconfirmed(tx, sysid, call.actor.userId);
    if (open) {
      if (open.why) throw notYoursToConfirm(open.why);
      if (user.lastSignIn === null) throw neverSignedIn();
      if (await untieMade(tx, sysid, call.actor.userId))
        await audit(tx, call, { action: 'user.confirm', subjectKind: 'user', subjectId: sysid });
    }
    return getUser(tx, call, sysid);
  });
}
