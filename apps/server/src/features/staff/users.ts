import type { Duty, InputOf, Role } from '@mfuko/contract/endpoint';
import type { createCheckAgent, createUser, UserRow } from '@mfuko/contract/staff';
import { hash } from '@node-rs/argon2';
import { audit } from '../../platform/audit.ts';
import { PLATFORM_SCHOOL, type Tx, violatedUnique } from '../../platform/database.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';
import { MalformedInput } from '../../platform/refusal.ts';
import { admitToSchool } from '../schools/index.ts';
import { mayNotMakeRole, phoneTaken } from './errors.ts';

export interface NewUser {
  readonly role: Role;
  readonly phoneNumber: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastNames: string;
  readonly duties: readonly Duty[];
  readonly passwordHash: string;
}

const EVERY_AGENT: readonly Duty[] = ['gate'];

/** argon2id with the library's defaults (OWASP's first choice: 19 MiB, two passes). Slow, so never in a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Adds a user to the transaction's school (the platform's own for Admins). Throws user.duplicate-phone. */
export async function addUser(tx: Tx, createdBy: string | null, user: NewUser): Promise<UserRow> {
  const id = newId();
  try {
    const added = await tx.row<{ created_at: Date }>(
      `INSERT INTO users (school_id, id, role, duties, phone, email, first_name, last_names, password_hash, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING created_at`,
      [
        tx.schoolId,
        id,
        user.role,
        user.role === 'CheckAgent' ? user.duties : [],
        user.phoneNumber,
        user.email,
        user.firstName,
        user.lastNames,
        user.passwordHash,
        createdBy,
      ],
    );
    await audit(tx, createdBy ? { userId: createdBy } : null, {
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
      duties: user.role === 'CheckAgent' ? [...user.duties] : [],
      status: 'active',
      dateCreated: (added?.created_at ?? new Date(0)).toISOString(),
    };
  } catch (error) {
    if (violatedUnique(error) === 'users_phone') throw phoneTaken();
    throw error;
  }
}

export async function makeCheckAgent(call: Call, input: InputOf<typeof createCheckAgent>): Promise<UserRow> {
  const passwordHash = await hashPassword(input.password);
  const user = { ...input, role: 'CheckAgent', duties: input.duties ?? EVERY_AGENT, passwordHash } as const;
  return call.record((tx) => addUser(tx, call.actor.userId, user));
}

/** An Admin makes any role; a SchoolAdmin makes CheckAgents of the own school. */
export async function makeUser(call: Call, input: InputOf<typeof createUser>): Promise<UserRow> {
  const { actor } = call;
  if (
    actor.role !== 'Admin' &&
    (input.role !== 'CheckAgent' || (input.schoolSYSID ?? actor.schoolId) !== actor.schoolId)
  ) {
    throw mayNotMakeRole();
  }
  const named = input.schoolSYSID ?? (call.schoolId === PLATFORM_SCHOOL ? null : call.schoolId);
  if (input.role !== 'Admin' && named === null) throw new MalformedInput({ schoolSYSID: 'is required for this role' });
  const passwordHash = await hashPassword(input.password);
  const schoolId = input.role === 'Admin' ? PLATFORM_SCHOOL : (named ?? PLATFORM_SCHOOL);
  return call.recordIn(schoolId, async (tx) => {
    if (input.role !== 'Admin') await admitToSchool(tx, actor);
    return addUser(tx, actor.userId, { ...input, duties: input.duties ?? EVERY_AGENT, passwordHash });
  });
}

type ListedUser = Omit<UserRow, 'dateCreated'> & { dateCreated: Date };

export async function listUsers(tx: Tx, query: ListQuery & { role?: Role | undefined }): Promise<Page<UserRow>> {
  const page = await readPage<ListedUser>(tx, query, {
    sql: `SELECT id AS sysid, first_name AS "firstName", last_names AS "lastName", phone AS "mobileNumber", email, role,
                 duties, status, created_at AS "dateCreated"
          FROM users WHERE school_id = $1 AND ($2::text IS NULL OR role = $2)`,
    values: [tx.schoolId, query.role ?? null],
    searched: ['firstName', 'lastName', 'mobileNumber', 'email'],
    sort: 'firstName',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, dateCreated: row.dateCreated.toISOString() })) };
}
