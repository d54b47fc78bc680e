import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { UserDetails, UserRow, UserState } from '@mfuko/contract/staff';
import { PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

type Found<Row> = Omit<Row, 'dateCreated' | 'lastSignIn'> & { dateCreated: Date; lastSignIn: Date | null };

const USER = `u.id AS sysid, u.first_name AS "firstName", u.last_names AS "lastName", u.phone AS "mobileNumber", u.email,
  u.role, u.duties, CASE WHEN u.deleted_at IS NULL THEN u.status ELSE 'deleted' END AS status,
  u.last_sign_in_at AS "lastSignIn", u.created_at AS "dateCreated"`;

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly duty?: Duty | undefined;
  readonly status?: UserState | undefined;
}

/** Lists the users of the transaction's school; deleted users only where the status asks for them. */
export async function listUsers(tx: ReadTx, query: ListQuery & UserFilter): Promise<Page<UserRow>> {
  const page = await readPage<Found<UserRow> & { names: string }>(tx, query, {
    sql: `SELECT ${USER}, u.first_name || ' ' || u.last_names AS names FROM users u
          WHERE u.school_id = $1 AND ($2::text IS NULL OR u.role = $2) AND ($3::text IS NULL OR $3 = ANY (u.duties))
            AND (u.deleted_at IS NOT NULL) = ($4::text IS NOT DISTINCT FROM 'deleted')
            AND ($4::text IS NULL OR $4 IN (u.status, 'deleted'))`,
    values: [tx.schoolId, query.role ?? null, query.duty ?? null, query.status ?? null],
    searched: ['firstName', 'lastName', 'mobileNumber', 'email'],
    sort: 'firstName',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(({ names: _sorted, ...row }) => toAnswer(row)) };
}

const ONE_USER = `
  SELECT ${USER}, CASE WHEN s.id IS NOT NULL THEN json_build_object('sysid', s.id, 'shortName', s.short_name) END AS school
  FROM users u LEFT JOIN schools s ON s.id = u.school_id
  WHERE u.school_id = $1 AND u.id = $2`;

type OneUser = Omit<
  UserDetails,
  'openSessions' | 'stoppedUntil' | 'nextNumber' | 'secondFactor' | 'unconfirmed' | 'updated'
>;

/** Returns a user of the transaction's school, including a deleted one. */
export async function findUser(tx: ReadTx, id: string): Promise<OneUser | undefined> {
  const found = await tx.row<Found<OneUser>>(ONE_USER, [tx.schoolId, id]);
  return found && toAnswer(found);
}

/**
 * Wrong PINs in an hour that stop the user who enters them: the same numbers as in the students' locks, fewer while the school's PINs are
 * guarded.
 */
const MISSES_THAT_STOP = 20;
const GUARDED_MISSES_THAT_STOP = 5;

/** Returns the time until which a user may not enter PINs in the transaction's school; null where the user may. */
export async function findStop(tx: ReadTx, id: string): Promise<string | null> {
  const found = await tx.row<{ until: Date }>(
    `SELECT at + interval '1 hour' AS until FROM failed_attempts
     WHERE school_id = $1 AND user_id = $2 AND kind = 'pin' AND at > clock_timestamp() - interval '1 hour'
     ORDER BY at DESC OFFSET CASE WHEN pins_guarded_until($1) IS NULL THEN $3::int ELSE $4::int END LIMIT 1`,
    [tx.schoolId, id, MISSES_THAT_STOP - 1, GUARDED_MISSES_THAT_STOP - 1],
  );
  return found?.until.toISOString() ?? null;
}

/** Returns a user, with the row locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<OneUser | undefined> {
  const held = await tx.row<Found<OneUser>>(`${ONE_USER} FOR UPDATE OF u`, [tx.schoolId, id]);
  return held && toAnswer(held);
}

/** Returns the school of a user among all schools, or among those of `among`; for the platform's transactions. */
export async function findHome(tx: ReadTx, id: string, among: readonly string[] | null): Promise<string | undefined> {
  const found = await tx.row<{ school_id: string }>(
    'SELECT school_id FROM users WHERE id = $1 AND ($2::uuid[] IS NULL OR school_id = ANY ($2))',
    [id, among],
  );
  return found?.school_id;
}

/**
 * Returns the platform's Admins who can sign in. In the platform's own transactions it locks all users of the platform, in the order of
 * ids, so that two Admins who disable each other at once are handled one after the other.
 */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  if (tx.schoolId !== PLATFORM_SCHOOL) return [];
  const rows = await tx.rows<{ id: string; active: boolean }>(
    `SELECT id, status = 'active' AND deleted_at IS NULL AS active FROM users WHERE school_id = $1 ORDER BY id FOR UPDATE`,
    [tx.schoolId],
  );
  return rows.filter(({ active }) => active).map(({ id }) => id);
}

function toAnswer<Row extends { dateCreated: Date; lastSignIn: Date | null }>(row: Row) {
  return { ...row, dateCreated: row.dateCreated.toISOString(), lastSignIn: row.lastSignIn?.toISOString() ?? null };
}
