import type { Duty, InputOf, Role } from '@mfuko/contract/endpoint';
import { fieldError } from '@mfuko/contract/field-errors';
import type { createCheckAgent, createUser, UserRow } from '@mfuko/contract/staff';
import { audit, type Origin, userOf } from '../../platform/audit/audit.ts';
import { PLATFORM_SCHOOL, type Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { MalformedInput } from '../../platform/http/refusal.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { admitToSchool } from '../schools/index.ts';
import { hashPassword, insertUser, tieMade } from '../session/index.ts';
import { mayNotMakeRole } from './errors.ts';

export interface NewUser {
  readonly role: Role;
  readonly phoneNumber: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastNames: string;
  readonly duties: readonly Duty[];
  readonly passwordHash: string;
}

/** Duties of an agent for whom none are given. */
export const EVERY_AGENT: readonly Duty[] = ['gate'];

/** Adds a user to the transaction's school (the platform's own for Admins). Throws user.duplicate-phone. */
export async function addUser(tx: Tx, by: Origin, user: NewUser): Promise<UserRow> {
  const id = newId();
  const duties = user.role === 'CheckAgent' ? [...user.duties] : [];
  const createdAt = await insertUser(tx, {
    id,
    firstName: user.firstName,
    lastName: user.lastNames,
    mobileNumber: user.phoneNumber,
    email: user.email,
    role: user.role,
    duties,
    passwordHash: user.passwordHash,
    createdBy: userOf(by),
  });
  await audit(tx, by, {
    action: 'user.create',
    subjectKind: 'user',
    subjectId: id,
    detail: { role: user.role },
  });
  return {
    sysid: id,
    firstName: user.firstName,
    lastName: user.lastNames,
    mobileNumber: user.phoneNumber,
    email: user.email,
    role: user.role,
    duties,
    status: 'active',
    lastSignIn: null,
    dateCreated: createdAt.toISOString(),
  };
}

export async function makeCheckAgent(
  context: AppContext,
  call: Call,
  input: InputOf<typeof createCheckAgent>,
): Promise<UserRow> {
  const passwordHash = await hashPassword(input.password);
  const user = { ...input, role: 'CheckAgent', duties: input.duties ?? EVERY_AGENT, passwordHash } as const;
  return call.record((tx) => addByHand(tx, context, call, user));
}

/** Creates a user. An Admin may give any role; a SchoolAdmin may create CheckAgents of the same school. */
export async function makeUser(context: AppContext, call: Call, input: InputOf<typeof createUser>): Promise<UserRow> {
  const { actor } = call;
  if (
    actor.role !== 'Admin' &&
    (input.role !== 'CheckAgent' || (input.schoolSYSID ?? actor.schoolId) !== actor.schoolId)
  ) {
    throw mayNotMakeRole();
  }
  const named = input.schoolSYSID ?? (call.schoolId === PLATFORM_SCHOOL ? null : call.schoolId);
  if (input.role !== 'Admin' && named === null)
    throw new MalformedInput({ schoolSYSID: fieldError('required-for-role') });
  const passwordHash = await hashPassword(input.password);
  const schoolId = input.role === 'Admin' ? PLATFORM_SCHOOL : (named ?? PLATFORM_SCHOOL);
  return call.recordIn(schoolId, async (tx) => {
    if (input.role !== 'Admin') await admitToSchool(tx, actor);
    return addByHand(tx, context, call, { ...input, duties: input.duties ?? EVERY_AGENT, passwordHash });
  });
}

/** Adds a user created by another user, who answers for the account. */
async function addByHand(tx: Tx, context: AppContext, call: Call, user: NewUser): Promise<UserRow> {
  const made = await addUser(tx, call, user);
  await answerFor(tx, context, call, { ...made, role: user.role });
  return made;
}

/**
 * Makes the caller answer for an account that they created, made an administrator's, restored or enabled: for a while the two do not count as two
 * people, and the office is notified of an account that may approve.
 */
export async function answerFor(
  tx: Tx,
  context: AppContext,
  { actor }: Call,
  { sysid, firstName, lastName, role }: Pick<UserRow, 'sysid' | 'firstName' | 'lastName' | 'role'>,
): Promise<void> {
  await tieMade(tx, context, sysid, actor.userId);
  if (!context.config.strictAccounts || role === 'CheckAgent') return;
  await enqueueStaffNotice(tx, {
    kind: 'account.made',
    subject: { kind: 'user', id: sysid },
    params: { names: `${firstName} ${lastName}`, by: actor.names },
    knownTo: actor.userId,
  });
}
