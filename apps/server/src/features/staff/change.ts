import { DUTIES, type Duty, type InputOf, type Role } from '@mfuko/contract/endpoint';
import type { UserDetails, updateUser } from '@mfuko/contract/staff';
import { audit } from '../../platform/audit.ts';
import { changesOf, maskedPhone } from '../../platform/changes.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { countSessionsOf, endSessionsOf, revokeBackupCodes, sayPhoneChanged } from '../session/index.ts';
import { denied, userNotFound } from './errors.ts';
import { type UserChange, whyDenied } from './rules.ts';
import * as store from './store.ts';
import { EVERY_AGENT } from './users.ts';

type User = Omit<UserDetails, 'openSessions'>;

/** Throws user.not-found. */
export async function showUser(house: House, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return house.db.inSchool(await homeOf(house, call, sysid), (tx) => getUser(tx, sysid));
}

/** Changes what is given. What a session rests on (role, duties, phone, being active) ends all of them where it changes. */
export function changeUser(house: House, call: Call, { sysid, ...given }: InputOf<typeof updateUser>) {
  const change = {
    ...given,
    lastNames: given.lastNames ?? given.lastName,
    phoneNumber: given.phoneNumber ?? given.mobileNumber,
  };
  return onUser(house, call, sysid, change, async (tx, before) => {
    if (before.status === 'deleted') throw userNotFound();
    const role = change.role ?? before.role;
    const after = {
      firstName: change.firstName ?? before.firstName,
      lastName: change.lastNames ?? before.lastName,
      mobileNumber: change.phoneNumber ?? before.mobileNumber,
      email: change.email ?? before.email,
      role,
      duties: dutiesOf(role, change.duties ?? before.duties),
    };
    const status = change.status ?? before.status;
    await store.saveUser(tx, sysid, after, status);
    await noteChanges(tx, call, before, after);
    if (status !== before.status) await note(tx, call, sysid, status === 'active' ? 'user.enable' : 'user.disable');
    const phoneChanged = after.mobileNumber !== before.mobileNumber;
    const shut = status === 'disabled' && before.status === 'active';
    if (phoneChanged || shut || role !== before.role || `${after.duties}` !== `${before.duties}`) {
      await endSessionsOf(tx, sysid, 'account');
    }
    if (phoneChanged || shut) await revokeBackupCodes(tx, sysid);
    if (phoneChanged) await sayPhoneChanged(tx, house, before.mobileNumber, after.mobileNumber);
  });
}

/** Hides a user, frees the phone number and ends all sessions. */
export function deleteUser(house: House, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(house, call, sysid, { deleted: true }, async (tx, before) => {
    if (before.status === 'deleted') return;
    await store.setDeleted(tx, sysid, true);
    await endSessionsOf(tx, sysid, 'account');
    await revokeBackupCodes(tx, sysid);
    await note(tx, call, sysid, 'user.delete');
  });
}

/** Brings a deleted user back as they were, unless somebody else has the phone number by now. */
export function restoreUser(house: House, call: Call, { sysid }: { sysid: string }): Promise<UserDetails> {
  return onUser(house, call, sysid, { deleted: false }, async (tx, before) => {
    if (before.status !== 'deleted') return;
    await store.setDeleted(tx, sysid, false);
    await note(tx, call, sysid, 'user.restore');
  });
}

/** Finds the user, asks the rules, and does the work in one transaction of the user's school. */
async function onUser(
  house: House,
  call: Call,
  id: string,
  change: UserChange,
  work: (tx: Tx, before: User) => Promise<void>,
): Promise<UserDetails> {
  return call.recordIn(await homeOf(house, call, id), async (tx) => {
    const activeAdmins = await store.lockActiveAdmins(tx);
    const user = await store.findUser(tx, id, true);
    if (!user) throw userNotFound();
    const why = whyDenied({ actor: call.actor, user, change, activeAdmins });
    if (why) throw denied(why);
    await work(tx, user);
    return getUser(tx, id);
  });
}

/**
 * The school that a user's row is in. An Admin reaches everybody, or, where a school is named, its users and the other
 * Admins; whoever works in a school looks there. Throws user.not-found.
 */
async function homeOf(house: House, call: Call, id: string): Promise<string> {
  if (call.actor.role !== 'Admin') return call.schoolId;
  const among = call.schoolId === PLATFORM_SCHOOL ? null : [call.schoolId, PLATFORM_SCHOOL];
  const home = await house.db.inPlatform((tx) => store.findHome(tx, id, among));
  if (home === undefined) throw userNotFound();
  return home;
}

async function getUser(tx: Tx, id: string): Promise<UserDetails> {
  const user = await store.findUser(tx, id);
  if (!user) throw userNotFound();
  return { ...user, openSessions: await countSessionsOf(tx, id) };
}

/** Each duty once, in the order of the list; only agents have any, and none is without. */
function dutiesOf(role: Role, duties: readonly Duty[]): readonly Duty[] {
  if (role !== 'CheckAgent') return [];
  return duties.length > 0 ? DUTIES.filter((duty) => duties.includes(duty)) : EVERY_AGENT;
}

async function noteChanges(tx: Tx, call: Call, before: User, after: store.UserFields): Promise<void> {
  const told = ({ firstName, lastName, mobileNumber, email, role, duties }: store.UserFields) => ({
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
  return audit(tx, call.actor, { action, subjectKind: 'user', subjectId: id, detail }, call.requestId);
}
