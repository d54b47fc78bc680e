import type { Tx } from '../../platform/database/database.ts';

/**
 * Serialises the openings of a bus's trips, by a boarding or by an attendant. A transaction that holds this lock and finds no open trip
 * opens one without a race.
 */
export async function lockOpening(tx: Tx, busId: string): Promise<void> {
  await tx.row('SELECT 1 AS one FROM buses WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.schoolId, busId]);
}
