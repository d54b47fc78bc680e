import type { Tx } from '../../platform/database/database.ts';
import type { AlarmKind, Raised } from './rules.ts';
import { QUIET_SECONDS } from './rules.ts';

export interface NewAlarm {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly aboutSchool: string | null;
  readonly detail: string | null;
}

/** Inserts an alarm, unless an equal one was raised within QUIET_SECONDS. */
export async function insertAlarm(tx: Tx, { id, kind, aboutSchool, detail }: NewAlarm): Promise<void> {
  await tx.row(
    `INSERT INTO alarms (school_id, id, kind, about_school, detail)
     SELECT $1, $2, $3, $4, $5
     WHERE NOT EXISTS (SELECT 1 FROM alarms WHERE school_id = $1 AND kind = $3 AND about_school IS NOT DISTINCT FROM $4
                         AND detail IS NOT DISTINCT FROM $5 AND raised_at > clock_timestamp() - make_interval(secs => $6))`,
    [tx.schoolId, id, kind, aboutSchool, detail, QUIET_SECONDS],
  );
}

/** Returns the time of the last message; null if there was none. */
export async function lastNotified(tx: Tx): Promise<Date | null> {
  const found = await tx.row<{ at: Date | null }>('SELECT max(notified_at) AS at FROM alarms WHERE school_id = $1', [
    tx.schoolId,
  ]);
  return found?.at ?? null;
}

/** Marks all waiting alarms as sent and returns them, for the message in the same transaction. */
export function takeWaiting(tx: Tx): Promise<Raised[]> {
  return tx.rows<Raised>(
    `WITH taken AS (
       UPDATE alarms SET notified_at = clock_timestamp() WHERE school_id = $1 AND notified_at IS NULL
       RETURNING kind, about_school, detail, raised_at)
     SELECT t.kind, s.short_name AS school, t.detail FROM taken t LEFT JOIN schools s ON s.id = t.about_school
     ORDER BY t.raised_at`,
    [tx.schoolId],
  );
}

/** Deletes alarms that were sent a month ago. */
export async function dropOld(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM alarms WHERE school_id = $1 AND notified_at < clock_timestamp() - interval '30 days'`, [
    tx.schoolId,
  ]);
}
