import { DUTIES, type Duty, type InputOf, type Role } from '@mfuko/contract/endpoint';
import type { cancelNumber as cancel, UserDetails, updateUser } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf, maskedPhone } from '../../platform/audit/changes.ts';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireUnchanged, stamped } from '../../platform/records/stamp.ts';
import {
  askForNumber,
  countSessionsOf,
  dropNumber,
  endSessionsOf,
  findFactorState,
  findNextNumber,
  findUnconfirmed,
  revokeBackupCodes,
  saveUser,
  sayPhoneChanged,
  setUserDeleted,
  tieNumber,
  type UserFields,
} from '../session/index.ts';
import { denied, userNotFound } from './errors.ts';
import { type UserChange, whyDenied } from './rules.ts';
import * as store from './store.ts';
import { answerFor, EVERY_AGENT } from './users.ts';

type User = Omit<
  UserDetails,
  'openSessions' | 'stoppedUntil' | 'nextNumber' | 'secondFactor' | 'unconfirmed' | 'updated'
>;

/** Returns a user. Throws user.not-found. */
export async function showUser(
  context: AppContext,
  call: ReadCall,
  { sysid }: { sysid: string },
): Promise<UserDetails> {
  return context.db.readSchool(await homeOf(context, call, sysid), (tx) => getUser(tx, call, sysid));
}

/**
 * Changes the given fields of a user. A change of role, duties, phone or status ends all the user's sessions. Where accounts are strict,
 * a new phone number waits a day, unless the user has never signed in by the present one.
 */
export function changeUser(context: AppContext, call: Call, { sysid, updated, ...given }: InputOf<typeof updateUser>) {
  const change = {
    ...given,
    lastNames: given.lastNames ?? given.lastName,
    phoneNumber: given.phoneNumber ?? given.mobileNumber,
  };
  return onUser(context, call, sysid, change, async (tx, before) => {
    if (before.status === 'deleted') throw userNotFound();
    await requireUnchanged(updated, () => getUser(tx, call, sysid));
    const role = change.role ?? before.role;
    const asked = change.phoneNumber ?? before.mobileNumber;
    const waits = context.config.strictAccounts && asked !== before.mobileNumber && before.lastSignIn !== null;
    const after = {
      firstName: change.firstName ?? before.firstName,
      lastName: change.lastNames ?? before.lastName,
      mobileNumber: waits ? before.mobileNumber : asked,
      email: change.email ?? before.email,
      role,
      duties: dutiesOf(role, change.duties ?? before.duties),
    };
    const status = change.status ?? before.status;
    await saveUser(tx, sysid, after, status);
    await noteChanges(tx, call, before, after);
    if (status !== before.status) await note(tx, call, sysid, status === 'active' ? 'user.enable' : 'user.disable');
    const phoneChanged = after.mobileNumber !== before.mobileNumber;
    const shut = status === 'disabled' && before.status === 'active';
    const enabled = status === 'active' && before.status === 'disabled';
    if (phoneChanged || shut || role !== before.role || `${after.duties}` !== `${before.duties}`) {
      await endSessionsOf(tx, sysid, 'account');
    }
    if (phoneChanged || shut) await revokeBackupCodes(tx, sysid);
    if (phoneChanged) await sayPhoneChanged(tx, context, before.mobileNumber, after.mobileNumber);
    if (phoneChanged && context.config.strictAccounts) await tieNumber(tx, sysid, call.actor.userId);
    if (waits) await askForNumber(tx, context, call, before, asked);
    // An agent's number may be that of a phone that lies at the gate, and the person of a disabled account may have left: whoever makes
    // the agent an administrator, or enables an administrator, may hold the phone.
    if (role !== 'CheckAgent' && (before.role === 'CheckAgent' || enabled))
      await answerFor(tx, context, call, { sysid, ...after });
  });
}

/** Drops a waiting number. Any office user of the school may do that, since it takes nothing from anybody. Throws user.not-found. */
export async function cancelNumber(
  context: AppContext,
  call: Call,
  { sysid }: InputOf<typeof cancel>,
): Promise<UserDetails> {
  return call.recordIn(await homeOf(context, call, sysid), async (tx) => {
    if (!(await store.lockUser(tx, sysid))) throw userNotFound();
    await dropNumber(tx, call, sysid);
    return getUser(tx, call, sysid);
  });
}

/** Deletes a user, who is hidden: frees the phone number and ends all sessions. */
export function deleteUser(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(context, call, sysid, { deleted: true }, async (tx, before) => {
    if (before.status === 'deleted') return;
    await setUserDeleted(tx, sysid, true);
    await endSessionsOf(tx, sysid, 'account');
    await revokeBackupCodes(tx, sysid);
    await note(tx, call, sysid, 'user.delete');
  });
}

/** Restores a deleted user, unless somebody else has taken the phone number. */
export function restoreUser(context: AppContext, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(context, call, sysid, { deleted: false }, async (tx, before) => {
    if (before.status !== 'deleted') return;
    await setUserDeleted(tx, sysid, false);
    await note(tx, call, sysid, 'user.restore');
    // The person has left, and somebody else may have their number by now.
    if (before.role !== 'CheckAgent') await answerFor(tx, context, call, before);
  });
}

/** Finds the user, checks the rules, and runs `work`, in one transaction of the user's school. */
export async function onUser(
  context: AppContext,
  call: Call,
  id: string,
  change: UserChange,
  work: (tx: Tx, before: User) => Promise<void>,
): Promise<UserDetails> {
  return call.recordIn(await homeOf(context, call, id), async (tx) => {
    const activeAdmins = await store.lockActiveAdmins(tx);
    const user = await store.lockUser(tx, id);
    if (!user) throw userNotFound();
    const why = whyDenied({ actor: call.actor, user, change, activeAdmins });
    if (why) throw denied(why);
    await work(tx, user);
    return getUser(tx, call, id);
  });
}

/**
 * Returns the school in which a user's row is. An Admin reaches every user, or, within a named school, its users and the other Admins; a
 * school's user reaches that school alone. Throws user.not-found.
 */
export async function homeOf(context: AppContext, call: ReadCall, id: string): Promise<string> {
  if (call.actor.role !== 'Admin') return call.schoolId;
  const among = call.schoolId === PLATFORM_SCHOOL ? null : [call.schoolId, PLATFORM_SCHOOL];
  const home = await context.db.readPlatform((tx) => store.findHome(tx, id, among));
  if (home === undefined) throw userNotFound();
  return home;
}

export async function getUser(tx: ReadTx, { actor }: Pick<ReadCall, 'actor'>, id: string): Promise<UserDetails> {
  const user = await store.findUser(tx, id);
  if (!user) throw userNotFound();
  const details = {
    ...user,
    openSessions: await countSessionsOf(tx, id),
    stoppedUntil: await store.findStop(tx, id),
    nextNumber: await findNextNumber(tx, id),
    secondFactor: await findFactorState(tx, id, actor.userId),
    unconfirmed: await findUnconfirmed(tx, id, actor.userId),
  };
  return stamped(details, [
    'openSessions',
    'stoppedUntil',
    'nextNumber',
    'secondFactor',
    'unconfirmed',
    'lastSignIn',
    'school',
  ]);
}

/** Returns the duties without duplicates, in the order of the list. Only agents have duties, and an agent has at least one. */
function dutiesOf(role: Role, duties: readonly Duty[]): readonly Duty[] {
  if (role !== 'CheckAgent') return [];
  return duties.length > 0 ? DUTIES.filter((duty) => duties.includes(duty)) : EVERY_AGENT;
}

async function noteChanges(tx: Tx, call: Call, before: User, after: UserFields): Promise<void> {
  const told = ({ firstName, lastName, mobileNumber, email, role, duties }: UserFields) => ({
    firstName,
    lastNames: lastName,
    phoneNumber: maskedPhone(mobileNumber),
    email,
    role,
    duties,
  });
  const changes = changesOf(told(before), told(after));
  if (Object.keys(changes).length > 0) await note(tx, call, before.sysid, 'user.update', { changes });
}

function note(tx: Tx, call: Call, id: string, action: string, detail?: Record<string, unknown>): Promise<void> {
  return audit(tx, call, { action, subjectKind: 'user', subjectId: id, detail });
}
