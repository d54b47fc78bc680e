import type { Duty } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Returns true if the device was enrolled by that time. */
export async function wasEnrolledAt(tx: ReadTx, deviceId: string, at: Date): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS enrolled FROM devices WHERE school_id = $1 AND id = $2 AND created_at <= $3',
    [...[tx.schoolId, deviceId, at]],
  );
  return found !== undefined;
}

/**
 * Returns true if the server heard an enrolled device for five minutes between that time and an hour ago, under an account of the school
 * that may send what the device had recorded for this duty. An Admin's page sends nothing. The last hour does not count, since a long
 * queue takes that long on a slow connection.
 */
export async function wasDeviceHeardSince(tx: ReadTx, deviceId: string, duty: Duty, at: Date): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS heard FROM device_presences p JOIN users u ON u.school_id = p.school_id AND u.id = p.user_id
     WHERE p.school_id = $1 AND p.device_id = $2 AND (u.role = 'SchoolAdmin' OR $3 = ANY (u.duties)) AND p.last_at > $4
       AND least(p.last_at, clock_timestamp() - interval '1 hour') - greatest(p.begun_at, $4) >= interval '5 minutes' LIMIT 1`,
    [tx.schoolId, deviceId, duty, at],
  );
  return found !== undefined;
}

/** Deletes presences a day after the last event can arrive about which they say anything. */
export async function dropOldPresences(tx: Tx): Promise<void> {
  await tx.row(
    `DELETE FROM device_presences WHERE school_id = $1 AND last_at < clock_timestamp() - interval '8 days'`,
    [tx.schoolId],
  );
}
