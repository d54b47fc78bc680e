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

/** The active user of a phone number, if there is one. */
export async function findActiveUser(tx: ReadTx, phone: string): Promise<ActiveUser | undefined> {
  return tx.row<ActiveUser>(`${ACTIVE_USER} AND phone = $1`, [phone]);
}

export async function findActiveUserById(tx: ReadTx, id: string): Promise<ActiveUser | undefined> {
  return tx.row<ActiveUser>(`${ACTIVE_USER} AND id = $1`, [id]);
}

/** One request for a code at a time for each number: the limits are counted and the row added under this lock. */
export async function lockNumber(tx: Tx, phoneHash: Buffer): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [phoneHash.readInt32BE(0), phoneHash.readInt32BE(4)]);
}

/**
 * The codes of the last day that count for this purpose and whoever asks, and which of them were for it: a known device has a
 * budget of its own, all others share one.
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
 * Seconds until the platform sends a code again, where so many went out within a minute; null where there is room. Two at once may
 * both take the last place: this limits a rate, and counts nothing exactly.
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

/** Seconds until an address may ask again, where it has asked for that many codes within a minute, of whatever number. */
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

/** Adds a code and ends all older ones that were asked for for the same, by the same: a stranger ends none of a known device. */
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

/** Counts a try before the code is compared, so that no number of parallel guesses gets more than `most`. */
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

/** Uses the code up, and with it all others that the number has for the same; false where somebody was quicker. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  // In one order: of several codes of a number that are used at the same moment, each would hold its own and wait for the others.
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
  /** The user's school, or for an Admin the one that was asked about, where it is there and not suspended. */
  readonly open_school: string | null;
  /** True where that school takes desk calls from enrolled devices only, of an Admin who acts on it too. */
  readonly needs_device: boolean;
  /** True where that school demands a second factor of this person. */
  readonly needs_factor: boolean;
  readonly has_totp: boolean;
  readonly has_passkey: boolean;
  readonly stepped_up: boolean;
  readonly proven_at: Date | null;
  /** True if they put aside what is said of the risk of signing in by SMS alone. */
  readonly sms_risk_read: boolean;
  /** Of a session that was unlocked: the device that has to sign its calls. */
  readonly device_id: string | null;
  readonly outbox_only: boolean;
}

/** Whose session, and which school an Admin would act on. */
export interface Asked {
  readonly tokenHash: Buffer;
  readonly school: string | null;
}

/** Not ended, idle under 30 minutes, younger than 12 hours. */
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

/** The same for one: a list that PostgreSQL takes for ten is joined another way, and laid out besides. */
const FIND_SESSION = {
  name: 'find-session',
  text: `${SESSION} FROM (SELECT $1::bytea AS token_hash, $2::uuid AS school, 1 AS place) AS a ${OF_ASKED}`,
};

/** The live session of each token (not ended, idle under 30 minutes, younger than 12 hours, its user active), in their order. */
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

/** The same for one, in a transaction that is open already. */
export async function findSession(tx: ReadTx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const rows = await tx.prepared<SessionRow>(FIND_SESSION.name, FIND_SESSION.text, [tokenHash, null]);
  return rows[0];
}

/** Which of these sessions stand; those of a school's people only while the school is open to them. */
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

/** Reason for which a session was ended from elsewhere: the account was changed or shut, the phone or password was, or its owner or the office ended it. */
export type EndedWhy = 'account' | 'credentials' | 'own' | 'office';

/** Ends every session of a user at once, but for the one that is to be kept. */
export async function endSessionsOf(tx: Tx, userId: string, why: EndedWhy, keep: Buffer | null = null): Promise<void> {
  await tx.row(
    `UPDATE sessions SET ended_at = clock_timestamp(), ended_why = $2
     WHERE user_id = $1 AND ended_at IS NULL AND ($3::bytea IS NULL OR token_hash <> $3)`,
    [userId, why, keep],
  );
  await endDesksOf(tx, userId);
}

/** Ends what was signed in by code at a device; a desk PIN opens its desks again once the device is linked again. The number of sessions that ended. */
export async function endSessionsAt(tx: Tx, deviceId: string): Promise<number> {
  const ended = await tx.rows(
    `UPDATE sessions s SET ended_at = clock_timestamp() FROM desk_sessions d
     WHERE d.id = s.desk_id AND d.device_id = $1 AND s.device_id IS NULL AND s.ended_at IS NULL RETURNING 1 AS one`,
    [deviceId],
  );
  return ended.length;
}

/** A session that somebody else ended. */
export async function findEnded(
  tx: ReadTx,
  tokenHash: Buffer,
): Promise<{ cookie_hash: Buffer | null; why: EndedWhy } | undefined> {
  return tx.row(`SELECT cookie_hash, ended_why AS why FROM sessions WHERE token_hash = $1 AND ended_why IS NOT NULL`, [
    tokenHash,
  ]);
}

/** Number of a user's sessions that are open now. */
export async function countSessionsOf(tx: ReadTx, userId: string): Promise<number> {
  const found = await tx.row<{ count: number }>(
    `SELECT count(*)::int AS count FROM sessions s WHERE s.user_id = $1 AND ${LIVE}`,
    [userId],
  );
  return found?.count ?? 0;
}

/** In a transaction of the user's school. */
export async function noteSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.row('UPDATE users SET last_sign_in_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    userId,
  ]);
}
