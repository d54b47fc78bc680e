import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { Tx } from '../../platform/database.ts';

export interface SignInUser {
  readonly id: string;
}

/** The active user of a phone number, if there is one. */
export async function findActiveUser(tx: Tx, phone: string): Promise<SignInUser | undefined> {
  return tx.row<SignInUser>(`SELECT id FROM users WHERE phone = $1 AND status = 'active'`, [phone]);
}

/** One request for a code at a time for each number: the limits are counted and the row added under this lock. */
export async function lockNumber(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/** Seconds since each code of the last day. */
export async function codeAges(tx: Tx, phoneHash: Buffer): Promise<number[]> {
  const rows = await tx.rows<{ age: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age FROM sign_in_codes
     WHERE phone_hash = $1 AND created_at > clock_timestamp() - interval '1 day'`,
    [phoneHash],
  );
  return rows.map((row) => row.age);
}

/** Adds a code and ends all older ones of the number. */
export async function addCode(
  tx: Tx,
  code: { id: string; phoneHash: Buffer; codeHash: Buffer | null; userId: string | null },
): Promise<void> {
  await tx.row('UPDATE sign_in_codes SET ended_at = clock_timestamp() WHERE phone_hash = $1 AND ended_at IS NULL', [
    code.phoneHash,
  ]);
  await tx.row('INSERT INTO sign_in_codes (id, phone_hash, code_hash, user_id) VALUES ($1, $2, $3, $4)', [
    code.id,
    code.phoneHash,
    code.codeHash,
    code.userId,
  ]);
}

/** Counts a try before the code is compared, so that no number of parallel guesses gets more than `most`. */
export async function takeTry(
  tx: Tx,
  id: string,
  most: number,
  lifeSeconds: number,
): Promise<{ code_hash: Buffer | null; user_id: string | null } | undefined> {
  return tx.row(
    `UPDATE sign_in_codes SET tries = tries + 1
     WHERE id = $1 AND ended_at IS NULL AND tries < $2 AND created_at > clock_timestamp() - make_interval(secs => $3)
     RETURNING code_hash, user_id`,
    [id, most, lifeSeconds],
  );
}

/** Uses the code up; false where somebody was quicker. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  const used = await tx.row(
    'UPDATE sign_in_codes SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL RETURNING id',
    [id],
  );
  return used !== undefined;
}

export async function addSession(
  tx: Tx,
  session: { tokenHash: Buffer; cookieHash: Buffer | null; userId: string },
): Promise<void> {
  await tx.row('INSERT INTO sessions (token_hash, cookie_hash, user_id) VALUES ($1, $2, $3)', [
    session.tokenHash,
    session.cookieHash,
    session.userId,
  ]);
}

export interface SessionRow {
  readonly cookie_hash: Buffer | null;
  readonly stale: boolean;
  readonly user_id: string;
  readonly school_id: string;
  readonly role: Role;
  readonly duties: Duty[];
  readonly phone: string;
  readonly first_name: string;
  readonly last_names: string;
}

/** The live session of a token: not ended, idle under 30 minutes, younger than 12 hours, its user active. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const rows = await tx.prepared<SessionRow>(
    'find-session',
    `SELECT s.cookie_hash, s.last_seen_at < clock_timestamp() - interval '30 seconds' AS stale,
            u.id AS user_id, u.school_id, u.role, u.duties, u.phone, u.first_name, u.last_names
     FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.token_hash = $1 AND s.ended_at IS NULL AND u.status = 'active'
       AND s.last_seen_at > clock_timestamp() - interval '30 minutes'
       AND s.created_at > clock_timestamp() - interval '12 hours'`,
    [tokenHash],
  );
  return rows[0];
}

export async function touchSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.row('UPDATE sessions SET last_seen_at = clock_timestamp() WHERE token_hash = $1', [tokenHash]);
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.row('UPDATE sessions SET ended_at = clock_timestamp() WHERE token_hash = $1 AND ended_at IS NULL', [
    tokenHash,
  ]);
}

export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.row('UPDATE sessions SET ended_at = clock_timestamp() WHERE user_id = $1 AND ended_at IS NULL', [userId]);
}
