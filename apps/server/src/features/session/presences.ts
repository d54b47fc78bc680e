import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Seconds of silence after which a new presence begins: a working client calls at least twice a minute. */
const SILENCE_SECONDS = 60;

/** Keeps a session from expiring as idle, and extends the presence of its account. */
export async function touchSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.row(
    `WITH touched AS (
       UPDATE sessions SET last_seen_at = clock_timestamp() WHERE token_hash = $1 RETURNING user_id, last_seen_at AS at
     ), grown AS (
       UPDATE account_presences p SET last_at = greatest(p.last_at, t.at) FROM touched t
       WHERE p.user_id = t.user_id AND p.last_at > t.at - make_interval(secs => $2) RETURNING p.user_id
     )
     INSERT INTO account_presences (user_id, begun_at, last_at)
     SELECT user_id, at, at FROM touched WHERE NOT EXISTS (SELECT 1 FROM grown)
     ON CONFLICT DO NOTHING`,
    [tokenHash, SILENCE_SECONDS],
  );
}

/**
 * Returns true if an account worked with the server for five minutes between that time and an hour ago, so that a device with what it had
 * recorded at that time could have sent it. The last hour does not count, since a long queue takes that long on a slow connection.
 */
export async function wasHeardSince(tx: ReadTx, userId: string, at: Date): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS heard FROM account_presences WHERE user_id = $1 AND last_at > $2
       AND least(last_at, clock_timestamp() - interval '1 hour') - greatest(begun_at, $2) >= interval '5 minutes' LIMIT 1`,
    [userId, at],
  );
  return found !== undefined;
}

/** Returns true if an account made calls before and after that time without a minute of silence in between, so that it had a network. */
export async function wasHeard(tx: ReadTx, userId: string, at: Date): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS heard FROM account_presences WHERE user_id = $1 AND begun_at <= $2 AND last_at >= $2 LIMIT 1',
    [userId, at],
  );
  return found !== undefined;
}
