import type { UserDetails } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findUnconfirmed, untieMade } from '../session/index.ts';
import { getUser, homeOf } from './change.ts';
import { neverSignedIn, notYoursToConfirm, userNotFound } from './errors.ts';
import { holdUser } from './store.ts';

/**
 * Confirms that an account is another person's than its maker's: from then on the two are two people. Whoever works in the office of the
 * school may, who is in no maker's hand; the person must have signed in, so that their number is no more set without their hearing of it.
 */
export async function confirmUser(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return call.recordIn(await homeOf(context, call, sysid), async (tx) => {
    const user = await holdUser(tx, sysid);
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
