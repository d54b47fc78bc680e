import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Counts a message that was given up because its life had ended; such messages are reported together (`outage.ts`). */
export async function countExpired(tx: Tx): Promise<void> {
  await tx.row(
    `INSERT INTO sms_outage_alerts AS a (school_id, expired, expired_since) VALUES ($1, 1, clock_timestamp())
     ON CONFLICT (school_id) DO UPDATE SET expired = a.expired + 1,
       expired_since = coalesce(a.expired_since, clock_timestamp())`,
    [tx.schoolId],
  );
}

/** Records that the staff of the transaction's school was notified of an outage; returns false where they were notified before. */
export async function markOutageTold(tx: Tx, since: Date): Promise<boolean> {
  const marked = await tx.row(
    `INSERT INTO sms_outage_alerts AS a (school_id, outage) VALUES ($1, $2)
     ON CONFLICT (school_id) DO UPDATE SET outage = $2 WHERE a.outage IS DISTINCT FROM $2 RETURNING school_id`,
    [tx.schoolId, since],
  );
  return marked !== undefined;
}

/** Records that the staff was notified of an outage's end; returns false where another worker has done that. */
export async function markOutageOver(tx: Tx): Promise<boolean> {
  const marked = await tx.row(
    'UPDATE sms_outage_alerts SET outage = NULL WHERE school_id = $1 AND outage IS NOT NULL RETURNING school_id',
    [tx.schoolId],
  );
  return marked !== undefined;
}

/** Returns the number of given-up messages that were not reported yet, and resets the count. */
export async function takeExpired(tx: Tx): Promise<number> {
  const held = await tx.row<{ expired: number }>(
    'SELECT expired FROM sms_outage_alerts WHERE school_id = $1 FOR UPDATE',
    [tx.schoolId],
  );
  await tx.row('UPDATE sms_outage_alerts SET expired = 0, expired_since = NULL WHERE school_id = $1', [tx.schoolId]);
  return held?.expired ?? 0;
}

/** Lists schools in which messages have waited for the gateway for that many seconds, with the number of messages; codes are left out. */
export async function listKeptWaiting(
  tx: ReadTx,
  since: Date,
  seconds: number,
): Promise<{ schoolId: string; waiting: number }[]> {
  return tx.rows(
    `SELECT m.school_id AS "schoolId", count(*)::int AS waiting FROM sms_messages m
     WHERE m.state = 'waiting' AND m.expires_at > m.created_at + interval '30 seconds' AND m.kind NOT LIKE '%-code'
     GROUP BY m.school_id
     HAVING greatest(min(m.created_at), $1) <= clock_timestamp() - make_interval(secs => $2)`,
    [since, seconds],
  );
}

/** Lists schools with something to report: an outage that has ended, or messages given up. */
export async function listAlerts(
  tx: ReadTx,
): Promise<{ schoolId: string; outageNotified: boolean; expiredFor: number | null }[]> {
  return tx.rows(
    `SELECT school_id AS "schoolId", outage IS NOT NULL AS "outageNotified",
            extract(epoch FROM clock_timestamp() - expired_since)::float8 AS "expiredFor"
     FROM sms_outage_alerts WHERE outage IS NOT NULL OR expired > 0 ORDER BY school_id`,
  );
}
