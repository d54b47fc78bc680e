import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { UserDetails, UserRow, UserState } from '@mfuko/contract/staff';
import { PLATFORM_SCHOOL, type Tx, violatedUnique } from '../../platform/database.ts';
import type { Page } from '../../platform/http/call.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';
import { phoneTaken } from './errors.ts';

type Found<Row> = Omit<Row, 'dateCreated' | 'lastSignIn'> & { dateCreated: Date; lastSignIn: Date | null };

const USER = `u.id AS sysid, u.first_name AS "firstName", u.last_names AS "lastName", u.phone AS "mobileNumber", u.email,
  u.role, u.duties, CASE WHEN u.deleted_at IS NULL THEN u.status ELSE 'deleted' END AS status,
  u.last_sign_in_at AS "lastSignIn", u.created_at AS "dateCreated"`;

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly duty?: Duty | undefined;
  readonly status?: UserState | undefined;
}

/** The users of the transaction's school; deleted ones only where they are asked for. */
export async function listUsers(tx: Tx, query: ListQuery & UserFilter): Promise<Page<UserRow>> {
  const page = await readPage<Found<UserRow>>(tx, query, {
    sql: `SELECT ${USER} FROM users u
          WHERE u.school_id = $1 AND ($2::text IS NULL OR u.role = $2) AND ($3::text IS NULL OR $3 = ANY (u.duties))
            AND (u.deleted_at IS NOT NULL) = ($4::text IS NOT DISTINCT FROM 'deleted')
            AND ($4::text IS NULL OR $4 IN (u.status, 'deleted'))`,
    values: [tx.schoolId, query.role ?? null, query.duty ?? null, query.status ?? null],
    searched: ['firstName', 'lastName', 'mobileNumber', 'email'],
    sort: 'firstName',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(onTheWire) };
}

/** A user of the transaction's school, a deleted one too. `lock` keeps the row from others until the transaction ends. */
export async function findUser(
  tx: Tx,
  id: string,
  lock = false,
): Promise<Omit<UserDetails, 'openSessions'> | undefined> {
  const found = await tx.row<Found<Omit<UserDetails, 'openSessions'>>>(
    `SELECT ${USER}, CASE WHEN s.id IS NOT NULL THEN json_build_object('sysid', s.id, 'shortName', s.short_name) END AS school
     FROM users u LEFT JOIN schools s ON s.id = u.school_id
     WHERE u.school_id = $1 AND u.id = $2 ${lock ? 'FOR UPDATE OF u' : ''}`,
    [tx.schoolId, id],
  );
  return found && onTheWire(found);
}

/** The school of a user among all schools, for the platform's transactions; of `among` where that is not null. */
export async function findHome(tx: Tx, id: string, among: readonly string[] | null): Promise<string | undefined> {
  const found = await tx.row<{ school_id: string }>(
    'SELECT school_id FROM users WHERE id = $1 AND ($2::uuid[] IS NULL OR school_id = ANY ($2))',
    [id, among],
  );
  return found?.school_id;
}

/**
 * The platform's Admins that may sign in; in its own transactions all its rows are locked, in the order of their ids, so
 * that two who shut each other out at once are looked at one after the other.
 */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  if (tx.schoolId !== PLATFORM_SCHOOL) return [];
  const rows = await tx.rows<{ id: string; active: boolean }>(
    `SELECT id, status = 'active' AND deleted_at IS NULL AS active FROM users WHERE school_id = $1 ORDER BY id FOR UPDATE`,
    [tx.schoolId],
  );
  return rows.filter(({ active }) => active).map(({ id }) => id);
}

export interface UserFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly mobileNumber: string;
  readonly email: string;
  readonly role: Role;
  readonly duties: readonly Duty[];
}

/** Throws user.duplicate-phone. */
export async function saveUser(tx: Tx, id: string, user: UserFields, status: 'active' | 'disabled'): Promise<void> {
  await onePhone(() =>
    tx.row(
      `UPDATE users SET first_name = $3, last_names = $4, phone = $5, email = $6, role = $7, duties = $8, status = $9
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, id, user.firstName, user.lastName, user.mobileNumber, user.email, user.role, user.duties, status],
    ),
  );
}

/** Deletes a user or brings one back. Throws user.duplicate-phone where somebody else has the number by now. */
export async function setDeleted(tx: Tx, id: string, deleted: boolean): Promise<void> {
  await onePhone(() =>
    tx.row(`UPDATE users SET deleted_at = CASE WHEN $3 THEN clock_timestamp() END WHERE school_id = $1 AND id = $2`, [
      tx.schoolId,
      id,
      deleted,
    ]),
  );
}

export async function onePhone<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) === 'users_phone') throw phoneTaken();
    throw error;
  }
}

function onTheWire<Row extends { dateCreated: Date; lastSignIn: Date | null }>(row: Row) {
  return { ...row, dateCreated: row.dateCreated.toISOString(), lastSignIn: row.lastSignIn?.toISOString() ?? null };
}
