import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { Db, ReadTx, Tx } from '../../platform/database/database.ts';
import type { CameFrom } from './came-from.ts';
import { endDesksOf } from './desk-store.ts';
import { budgetOf, type EarlierCode, type Purpose } from './rules.ts';

export interface ActiveUser {
  readonly id: string;
  readonly schoolId: string;
  readonly phone: string;
}

const ACTIVE_USER = `SELECT id, school_id AS "schoolId", phone FROM users WHERE status = 'active' AND deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM schools s WHERE s.id = users.school_id AND s.deleted_at IS NOT NULL)`;

/** Returns the active user of a phone number, if there is one. */
export async function findActiveUser(tx: ReadTx, phone: string): Promise<ActiveUser | undefined> {
  return tx.row<ActiveUser>(`${ACTIVE_USER} AND phone = $1`, [phone]);
}

export async function findActiveUserById(tx: ReadTx, id: string): Promise<ActiveUser | undefined> {
  return tx.row<ActiveUser>(`${ACTIVE_USER} AND id = $1`, [id]);
}

/** Locks a number until the transaction ends, so that its limits are counted and a code is added by one request at a time. */
export async function lockNumber(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/**
 * Returns the codes of the last day that count for this purpose and this device, each with its age and if it was for the same purpose. A
 * known device has its own budget; all others share one.
 */
export async function earlierCodes(
  tx: ReadTx,
  phoneHash: Buffer,
  purpose: Purpose,
  device: Buffer | null,
  callerHash: Buffer | null,
): Promise<EarlierCode[]> {
  return tx.rows<EarlierCode>(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age, purpose = $2 AS same,
            COALESCE(caller_hash = $5, false) AS here FROM sign_in_codes
     WHERE phone_hash = $1 AND created_at > clock_timestamp() - interval '1 day'
       AND created_at <= clock_timestamp() + clock_tolerance()
       AND purpose = ANY ($3) AND device_hash IS NOT DISTINCT FROM $4`,
    [phoneHash, purpose, budgetOf(purpose), device, callerHash],
  );
}

/**
 * Returns the seconds until the platform sends codes again, where it has reached its limit of a minute; null otherwise. Two concurrent
 * requests may both take the last place, since the limit is one of rate and need not be exact.
 */
export async function secondsOfFlood(tx: ReadTx, most: number): Promise<number | null> {
  const full = await tx.row<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM created_at + interval '1 minute' - clock_timestamp()))::int AS seconds FROM sign_in_codes
     WHERE code_hash IS NOT NULL AND created_at > clock_timestamp() - interval '1 minute'
       AND created_at <= clock_timestamp() + clock_tolerance()
     ORDER BY created_at DESC OFFSET $1 LIMIT 1`,
    [most - 1],
  );
  return full ? Math.max(1, full.seconds) : null;
}

/**
 * Returns the seconds until an address may request another code, where it has requested `most` codes within a minute, for any numbers;
 * null otherwise.
 */
export async function secondsOfCaller(tx: ReadTx, callerHash: Buffer, most: number): Promise<number | null> {
  const full = await tx.row<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM created_at + interval '1 minute' - clock_timestamp()))::int AS seconds FROM sign_in_codes
     WHERE caller_hash = $2 AND created_at > clock_timestamp() - interval '1 minute'
       AND created_at <= clock_timestamp() + clock_tolerance()
     ORDER BY created_at DESC OFFSET $1 LIMIT 1`,
    [most - 1, callerHash],
  );
  return full ? Math.max(1, full.seconds) : null;
}

/** Adds a code, and ends all older codes of the same purpose and device: a stranger's request ends no code of a known device. */
export async function addCode(
  tx: Tx,
  code: {
    id: string;
    purpose: Purpose;
    phoneHash: Buffer;
    codeHash: Buffer | null;
    userId: string | null;
    device: Buffer | null;
    callerHash: Buffer | null;
  },
): Promise<void> {
  await tx.row(
    `UPDATE sign_in_codes SET ended_at = clock_timestamp()
     WHERE phone_hash = $1 AND purpose = $2 AND device_hash IS NOT DISTINCT FROM $3 AND ended_at IS NULL`,
    [code.phoneHash, code.purpose, code.device],
  );
  await tx.row(
    `INSERT INTO sign_in_codes (id, purpose, phone_hash, code_hash, user_id, device_hash, caller_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [code.id, code.purpose, code.phoneHash, code.codeHash, code.userId, code.device, code.callerHash],
  );
}

/** Counts a try before the code is compared, so that parallel guesses never get more than `most` tries. */
export async function takeTry(
  tx: Tx,
  id: string,
  purpose: Purpose,
  most: number,
  lifeSeconds: number,
): Promise<
  { code_hash: Buffer | null; phone_hash: Buffer; user_id: string | null; school_id: string | null } | undefined
> {
  return tx.row(
    `UPDATE sign_in_codes SET tries = tries + 1
     WHERE id = $1 AND purpose = $2 AND ended_at IS NULL AND tries < $3
       AND created_at > clock_timestamp() - make_interval(secs => $4)
     RETURNING code_hash, phone_hash, user_id, (SELECT school_id FROM users u WHERE u.id = user_id) AS school_id`,
    [id, purpose, most, lifeSeconds],
  );
}

/** Spends a code and ends all other codes of the number for the same purpose; returns false where another call was faster. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  // Lock in the order of ids: otherwise simultaneous uses of several codes of one number could deadlock.
  const alive = await tx.rows<{ id: string; own: boolean }>(
    `SELECT c.id, c.id = own.id AS own FROM sign_in_codes c JOIN sign_in_codes own USING (phone_hash, purpose)
     WHERE own.id = $1 AND c.ended_at IS NULL ORDER BY c.id FOR UPDATE OF c`,
    [id],
  );
  if (!alive.some(({ own }) => own)) return false;
  const ids = alive.map((code) => code.id);
  await tx.row('UPDATE sign_in_codes SET ended_at = clock_timestamp() WHERE id = ANY($1)', [ids]);
  return true;
}

export async function addSession(
  tx: Tx,
  session: { tokenHash: Buffer; cookieHash: Buffer | null; userId: string; from: CameFrom },
): Promise<void> {
  const { tokenHash, cookieHash, userId, from } = session;
  await tx.row(
    `INSERT INTO sessions (token_hash, cookie_hash, user_id, browser, system, caller_hash) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash, cookieHash, userId, from.browser, from.system, from.place],
  );
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
  /** Id of the user's school, or for an Admin the school of the request, where it exists and is not suspended. */
  readonly open_school: string | null;
  /** True where that school accepts desk calls from enrolled devices only, also of an Admin who acts on the school. */
  readonly needs_device: boolean;
  /** True where that school requires a second factor of this user. */
  readonly needs_factor: boolean;
  readonly has_totp: boolean;
  readonly has_passkey: boolean;
  readonly stepped_up: boolean;
  readonly proven_at: Date | null;
  /** True if the user has dismissed the notice on the risk of signing in by SMS alone. */
  readonly sms_risk_read: boolean;
  /** Id of the device that must sign the session's calls; null for a session that no PIN unlocked. */
  readonly device_id: string | null;
  readonly outbox_only: boolean;
}

/** Token of a session, and the school on which an Admin acts. */
export interface Asked {
  readonly tokenHash: Buffer;
  readonly school: string | null;
}

/** SQL condition for a live session: not ended, idle under 30 minutes, younger than 12 hours. */
export const LIVE = `s.ended_at IS NULL AND s.last_seen_at > clock_timestamp() - interval '30 minutes'
       AND s.created_at > clock_timestamp() - interval '12 hours'`;

const SESSION = `SELECT a.place::int, s.cookie_hash, s.last_seen_at < clock_timestamp() - interval '30 seconds' AS stale,
                u.id AS user_id, u.school_id, u.role, u.duties, u.phone, u.first_name, u.last_names, c.id AS open_school,
                COALESCE(c.require_devices, false) AS needs_device,
                COALESCE(c.require_second_factor AND u.role = 'SchoolAdmin', false) AS needs_factor,
                EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS has_totp,
                EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
                COALESCE(s.stepped_up_at > clock_timestamp() - interval '10 minutes', false) AS stepped_up, s.proven_at,
                s.device_id, s.outbox_only, u.sms_risk_read_at IS NOT NULL AS sms_risk_read`;
const OF_ASKED = `JOIN sessions s ON s.token_hash = a.token_hash
         JOIN users u ON u.id = s.user_id
         LEFT JOIN schools c ON c.id = CASE u.role WHEN 'Admin' THEN a.school ELSE u.school_id END
           AND c.deleted_at IS NULL AND c.status = 'active'
         WHERE u.status = 'active' AND u.deleted_at IS NULL AND ${LIVE}`;

const FIND_SESSIONS = {
  name: 'find-sessions',
  text: `${SESSION} FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY AS a (token_hash, school, place) ${OF_ASKED}`,
};

/** Variant for a single token: PostgreSQL estimates ten rows for a list, and so picks another join; unnesting the list costs time too. */
const FIND_SESSION = {
  name: 'find-session',
  text: `${SESSION} FROM (SELECT $1::bytea AS token_hash, $2::uuid AS school, 1 AS place) AS a ${OF_ASKED}`,
};

/**
 * Returns the live session of each token, in the order of the list (not ended, idle under 30 minutes, younger than 12 hours, its user
 * active).
 */
export async function findSessions(
  by: Pick<Db, 'askPlatform'>,
  asked: readonly Asked[],
): Promise<(SessionRow | undefined)[]> {
  const [one] = asked;
  if (one && asked.length === 1) {
    const [row] = await by.askPlatform<SessionRow>(FIND_SESSION, [one.tokenHash, one.school]);
    return [row];
  }
  const rows = await by.askPlatform<SessionRow & { place: number }>(FIND_SESSIONS, [
    asked.map(({ tokenHash }) => tokenHash),
    asked.map(({ school }) => school),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => byPlace.get(index + 1));
}

/** Returns the live session of a token, within an open transaction. */
export async function findSession(tx: ReadTx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const rows = await tx.prepared<SessionRow>(FIND_SESSION.name, FIND_SESSION.text, [tokenHash, null]);
  return rows[0];
}

/** Returns those of these sessions that are live; sessions of a school's users only while the school admits them. */
export async function listLiveSessions(tx: ReadTx, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx.prepared<{ token_hash: Buffer }>(
    'list-live-sessions',
    `SELECT s.token_hash
     FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN schools c ON c.id = u.school_id
     WHERE s.token_hash = ANY($1) AND u.status = 'active' AND u.deleted_at IS NULL AND ${LIVE}
       AND (u.role = 'Admin' OR (c.status = 'active' AND c.deleted_at IS NULL))`,
    [tokenHashes],
  );
  return rows.map(({ token_hash }) => token_hash);
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.row('UPDATE sessions SET ended_at = clock_timestamp() WHERE token_hash = $1 AND ended_at IS NULL', [
    tokenHash,
  ]);
}

/**
 * Reason for which a session was ended from elsewhere: a change or the closing of the account, a change of phone or password, or an
 * action of its owner or the office.
 */
export type EndedWhy = 'account' | 'credentials' | 'own' | 'office';

/** Ends every session of a user, except for the one to keep. */
export async function endSessionsOf(tx: Tx, userId: string, why: EndedWhy, keep: Buffer | null = null): Promise<void> {
  await tx.row(
    `UPDATE sessions SET ended_at = clock_timestamp(), ended_why = $2
     WHERE user_id = $1 AND ended_at IS NULL AND ($3::bytea IS NULL OR token_hash <> $3)`,
    [userId, why, keep],
  );
  await endDesksOf(tx, userId);
}

/**
 * Ends the sessions that began by code at a device; desk PINs open its desks again once the device is linked again. Returns the number of
 * ended sessions.
 */
export async function endSessionsAt(tx: Tx, deviceId: string): Promise<number> {
  const ended = await tx.rows(
    `UPDATE sessions s SET ended_at = clock_timestamp() FROM desk_sessions d
     WHERE d.id = s.desk_id AND d.device_id = $1 AND s.device_id IS NULL AND s.ended_at IS NULL RETURNING 1 AS one`,
    [deviceId],
  );
  return ended.length;
}

/**
 * Ends the sessions that began at a device, by code or by PIN, and all sessions of these users. The PINs open the desks of the device
 * again. Returns the number of ended sessions.
 */
export async function endAllSessionsAt(tx: Tx, deviceId: string, userIds: readonly string[]): Promise<number> {
  const ended = await tx.rows(
    `UPDATE sessions SET ended_at = clock_timestamp()
     WHERE ended_at IS NULL AND (device_id = $1 OR user_id = ANY ($2) OR desk_id IN (SELECT id FROM desk_sessions WHERE device_id = $1))
     RETURNING 1 AS one`,
    [deviceId, userIds],
  );
  return ended.length;
}

/** Returns true for a session that has not been ended. */
export async function isSessionLive(tx: ReadTx, tokenHash: Buffer): Promise<boolean> {
  return (
    (await tx.row('SELECT 1 AS one FROM sessions WHERE token_hash = $1 AND ended_at IS NULL', [tokenHash])) !==
    undefined
  );
}

/** Returns a session that was ended from elsewhere. */
export async function findEnded(
  tx: ReadTx,
  tokenHash: Buffer,
): Promise<{ cookie_hash: Buffer | null; why: EndedWhy } | undefined> {
  return tx.row(`SELECT cookie_hash, ended_why AS why FROM sessions WHERE token_hash = $1 AND ended_why IS NOT NULL`, [
    tokenHash,
  ]);
}

/** Returns the number of a user's live sessions. */
export async function countSessionsOf(tx: ReadTx, userId: string): Promise<number> {
  const found = await tx.row<{ count: number }>(
    `SELECT count(*)::int AS count FROM sessions s WHERE s.user_id = $1 AND ${LIVE}`,
    [userId],
  );
  return found?.count ?? 0;
}

/** Records a sign-in; runs in a transaction of the user's school. */
export async function noteSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.row('UPDATE users SET last_sign_in_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    userId,
  ]);
}
