import type { SignedIn } from '@mfuko/contract/signed-in';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { DESK_RULES } from './rules.ts';
import { LIVE } from './store.ts';

type Row = Omit<SignedIn, 'sameNetwork' | 'since' | 'lastUsed'> & {
  readonly since: Date;
  readonly lastUsed: Date | null;
  readonly place: Buffer | null;
};

/** SQL condition for a desk that a PIN can still open. */
const OPEN_DESK = `d.ended_at IS NULL AND d.misses < $2::int AND d.begun_at > clock_timestamp() - make_interval(secs => $3)`;
const RULES = [DESK_RULES.mostMisses, DESK_RULES.outboxSeconds] as const;

/**
 * Lists the open sessions of a user, and the desks that a PIN can open and that have no open session. Runs in a transaction of the user's
 * school, which has the devices' labels.
 */
export async function listOwn(tx: ReadTx, userId: string, tokenHash: Buffer): Promise<Row[]> {
  return tx.rows<Row>(
    `SELECT s.id AS sysid, 'session' AS kind, s.token_hash = $4 AS own, s.browser, s.system, v.label AS device,
            s.created_at AS since, s.last_seen_at AS "lastUsed", s.caller_hash AS place
     FROM sessions s LEFT JOIN desk_sessions d ON d.id = s.desk_id
     LEFT JOIN devices v ON v.school_id = $5 AND v.id = COALESCE(s.device_id, d.device_id)
     WHERE s.user_id = $1 AND ${LIVE}
     UNION ALL
     SELECT d.id, 'desk', false, NULL, NULL, v.label, d.begun_at, NULL, NULL
     FROM desk_sessions d JOIN devices v ON v.school_id = $5 AND v.id = d.device_id AND v.revoked_at IS NULL
     WHERE d.user_id = $1 AND ${OPEN_DESK} AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.desk_id = d.id AND ${LIVE})
     ORDER BY own DESC, "lastUsed" DESC NULLS LAST, since DESC`,
    [userId, ...RULES, tokenHash, tx.schoolId],
  );
}

/** Ends a session with its desk, or a desk with its sessions, if they are the user's; returns how many were ended. */
export async function endOne(tx: Tx, userId: string, id: string): Promise<number> {
  const desk = await tx.row<{ desk: string | null }>(
    'SELECT desk_id AS desk FROM sessions WHERE id = $2 AND user_id = $1',
    [userId, id],
  );
  const desks = await tx.rows(
    `UPDATE desk_sessions SET ended_at = clock_timestamp() WHERE user_id = $1 AND ended_at IS NULL AND id IN ($2, $3)
     RETURNING 1 AS one`,
    [userId, id, desk?.desk ?? id],
  );
  const sessions = await tx.rows(
    `UPDATE sessions SET ended_at = clock_timestamp(), ended_why = 'own'
     WHERE user_id = $1 AND ended_at IS NULL AND (id = $2 OR desk_id IN ($2, $3)) RETURNING 1 AS one`,
    [userId, id, desk?.desk ?? id],
  );
  return desks.length + sessions.length;
}

/** Ends all sessions and desks of a user, except for the session of that token and its desk. */
export async function endAllBut(tx: Tx, userId: string, keep: Buffer): Promise<number> {
  const desks = await tx.rows(
    `UPDATE desk_sessions SET ended_at = clock_timestamp() WHERE user_id = $1 AND ended_at IS NULL
       AND id IS DISTINCT FROM (SELECT o.desk_id FROM sessions o WHERE o.token_hash = $2) RETURNING 1 AS one`,
    [userId, keep],
  );
  const sessions = await tx.rows(
    `UPDATE sessions SET ended_at = clock_timestamp(), ended_why = 'own'
     WHERE user_id = $1 AND ended_at IS NULL AND token_hash <> $2 RETURNING 1 AS one`,
    [userId, keep],
  );
  return desks.length + sessions.length;
}

/** Returns the number of a user's open sessions and desks. */
export async function countOpen(tx: ReadTx, userId: string): Promise<number> {
  const found = await tx.row<{ count: number }>(
    `SELECT (SELECT count(*) FROM sessions s WHERE s.user_id = $1 AND ${LIVE})::int
          + (SELECT count(*) FROM desk_sessions d WHERE d.user_id = $1 AND ${OPEN_DESK})::int AS count`,
    [userId, ...RULES],
  );
  return found?.count ?? 0;
}
