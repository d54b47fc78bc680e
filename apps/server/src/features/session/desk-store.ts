import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import type { CameFrom } from './came-from.ts';
import { DESK_RULES } from './rules.ts';

export async function findDeskPin(tx: ReadTx, userId: string): Promise<{ hash: string; since: Date } | undefined> {
  return tx.row('SELECT pin_hash AS hash, set_at AS since FROM desk_pins WHERE user_id = $1', [userId]);
}

export async function saveDeskPin(tx: Tx, userId: string, hash: string): Promise<Date> {
  const saved = await tx.row<{ since: Date }>(
    `INSERT INTO desk_pins (user_id, pin_hash) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET pin_hash = EXCLUDED.pin_hash, set_at = clock_timestamp()
     RETURNING set_at AS since`,
    [userId, hash],
  );
  if (!saved) throw new Error('The INSERT of the desk PIN returned no row.');
  return saved.since;
}

/** Begins, or renews, the desk of a user who signed in by code; returns undefined for a session that a PIN has unlocked. */
export async function beginDesk(
  tx: Tx,
  desk: { readonly deviceId: string; readonly userId: string; readonly tokenHash: Buffer },
): Promise<{ id: string; until: Date } | undefined> {
  const begun = await tx.row<{ id: string; until: Date }>(
    `INSERT INTO desk_sessions (id, device_id, user_id, begun_at)
     SELECT $1, $2, $3, created_at FROM sessions WHERE token_hash = $4 AND device_id IS NULL AND ended_at IS NULL
     ON CONFLICT (device_id, user_id) DO UPDATE
       SET begun_at = EXCLUDED.begun_at, misses = 0, tried_at = NULL, ended_at = NULL
     RETURNING id, begun_at + make_interval(secs => $5) AS until`,
    [newId(), desk.deviceId, desk.userId, desk.tokenHash, DESK_RULES.wholeSeconds],
  );
  if (begun) await tx.row('UPDATE sessions SET desk_id = $2 WHERE token_hash = $1', [desk.tokenHash, begun.id]);
  return begun;
}

export interface StaffDesk {
  readonly schoolId: string;
  readonly deviceId: string;
  readonly userId: string;
  /** True while a PIN may open a full session, not only one that hands in offline records. */
  readonly whole: boolean;
  /** Seconds until the next try. */
  readonly wait: number;
  /** True where the desk can no longer be unlocked: too old, ended, or too many wrong PINs. */
  readonly over: boolean;
}

export async function findDesk(tx: ReadTx, id: string): Promise<StaffDesk | undefined> {
  return tx.row<StaffDesk>(
    `SELECT u.school_id AS "schoolId", device_id AS "deviceId", user_id AS "userId",
            begun_at > clock_timestamp() - make_interval(secs => $2) AS whole,
            CASE WHEN misses < $4 THEN 0
                 ELSE greatest(0, ceil(extract(epoch FROM tried_at - clock_timestamp()) + $6)) END::int AS wait,
            ended_at IS NOT NULL OR misses >= $5 OR begun_at < clock_timestamp() - make_interval(secs => $3) AS over
     FROM desk_sessions d JOIN users u ON u.id = d.user_id WHERE d.id = $1`,
    [
      id,
      DESK_RULES.wholeSeconds,
      DESK_RULES.outboxSeconds,
      DESK_RULES.freeMisses,
      DESK_RULES.mostMisses,
      DESK_RULES.pauseSeconds,
    ],
  );
}

/** Returns a desk's user and device, and the time of the last sign-in by code; undefined where the desk does not exist. */
export async function findStaffDesk(tx: ReadTx, id: string): Promise<StaffDeskOwner | undefined> {
  return tx.row<StaffDeskOwner>(
    `SELECT u.school_id AS "schoolId", d.device_id AS "deviceId", d.user_id AS "userId", d.begun_at AS "begunAt",
            u.first_name || ' ' || u.last_names AS names
     FROM desk_sessions d JOIN users u ON u.id = d.user_id WHERE d.id = $1`,
    [id],
  );
}

export interface StaffDeskOwner {
  readonly schoolId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly begunAt: Date;
  readonly names: string;
}

/**
 * Charges a try before the PIN is checked, so that parallel tries are all counted. Returns the misses including this try; null where no
 * try is permitted now.
 */
export async function chargeDeskTry(tx: Tx, id: string): Promise<number | null> {
  const charged = await tx.row<{ misses: number }>(
    `UPDATE desk_sessions SET misses = misses + 1, tried_at = clock_timestamp()
     WHERE id = $1 AND ended_at IS NULL AND misses < $2
       AND (misses < $3 OR tried_at <= clock_timestamp() - make_interval(secs => $4))
     RETURNING misses`,
    [id, DESK_RULES.mostMisses, DESK_RULES.freeMisses, DESK_RULES.pauseSeconds],
  );
  return charged?.misses ?? null;
}

/** Clears the misses of a desk after a right PIN. */
export async function forgiveDeskTries(tx: Tx, id: string): Promise<void> {
  await tx.row('UPDATE desk_sessions SET misses = 0 WHERE id = $1', [id]);
}

/**
 * Opens the session of a desk. A full session ends with the one that the code began. Inserts nothing where the desk has ended meanwhile.
 */
export async function openDeskSession(
  tx: Tx,
  id: string,
  session: { readonly tokenHash: Buffer; readonly outboxOnly: boolean; readonly from: CameFrom },
): Promise<void> {
  await tx.row(
    `INSERT INTO sessions (token_hash, user_id, device_id, outbox_only, created_at, desk_id, browser, system, caller_hash, proven_at)
     SELECT $2, user_id, device_id, $3, CASE WHEN $3 THEN clock_timestamp() ELSE begun_at END, id, $4, $5, $6,
            (SELECT max(s.proven_at) FROM sessions s WHERE s.user_id = d.user_id AND s.desk_id = d.id)
     FROM desk_sessions d WHERE id = $1 AND ended_at IS NULL`,
    [id, session.tokenHash, session.outboxOnly, session.from.browser, session.from.system, session.from.place],
  );
}

/** Ends all desks of a user, on all devices. */
export async function endDesksOf(tx: Tx, userId: string): Promise<void> {
  await tx.row('UPDATE desk_sessions SET ended_at = clock_timestamp() WHERE user_id = $1 AND ended_at IS NULL', [
    userId,
  ]);
}
