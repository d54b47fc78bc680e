import type { AnswerOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/signed-in';
import { audit } from '../../platform/audit/audit.ts';
import { inSchoolOf, PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { saySessionsEnded } from './account-notices.ts';
import { placeOf } from './known-devices.ts';
import * as store from './signed-in-store.ts';
import { endSessionsOf } from './store.ts';

type Answer = AnswerOf<typeof contract.listSessions>;

/** Returns the caller's open sessions and desks. */
export async function ownSessions(context: AppContext, call: ReadCall): Promise<Answer> {
  // Read in the school, which has the devices' labels.
  return context.db.readSchool(call.actor.schoolId ?? PLATFORM_SCHOOL, (tx) => listed(tx, context, call));
}

/** Ends one of the caller's sessions, or an idle desk with everything that a desk PIN could open there. */
export function endOwn(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<Answer> {
  return endThem(context, call, (tx) => store.endOne(tx, call.actor.userId, sysid));
}

/** Ends all the caller's other sessions. */
export function endOthers(context: AppContext, call: Call): Promise<Answer> {
  const keep = context.keys.digest('session', call.token);
  return endThem(context, call, (tx) => store.endAllBut(tx, call.actor.userId, keep));
}

function endThem(context: AppContext, call: Call, end: (tx: Tx) => Promise<number>): Promise<Answer> {
  const { actor } = call;
  return call.record(async (tx) => {
    const ended = await end(tx);
    return inSchoolOf(tx, actor.schoolId ?? PLATFORM_SCHOOL, async (inside) => {
      if (ended > 0) {
        const event = { action: 'user.sessions-end', subjectKind: 'user', subjectId: actor.userId, detail: { ended } };
        await audit(inside, call, event);
      }
      return listed(inside, context, call);
    });
  });
}

/** Ends all sessions and desks of a user of the transaction's school, and notifies the user where there were any. */
export async function endSessionsFromOffice(
  tx: Tx,
  context: AppContext,
  call: Call,
  user: { readonly sysid: string; readonly mobileNumber: string },
): Promise<void> {
  const ended = await store.countOpen(tx, user.sysid);
  await endSessionsOf(tx, user.sysid, 'office');
  const event = { action: 'user.sessions-end', subjectKind: 'user', subjectId: user.sysid, detail: { ended } };
  await audit(tx, call, event);
  if (ended > 0) await saySessionsEnded(tx, context, user.mobileNumber);
}

async function listed(tx: ReadTx, context: AppContext, call: ReadCall) {
  const place = placeOf(context, call);
  const rows = await store.listOwn(tx, call.actor.userId, context.keys.digest('session', call.token));
  return {
    sessions: rows.map(({ place: from, since, lastUsed, ...row }) => ({
      ...row,
      sameNetwork: place && from ? from.equals(place) : null,
      since: since.toISOString(),
      lastUsed: lastUsed?.toISOString() ?? null,
    })),
  };
}
