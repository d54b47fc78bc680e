import type { Tx } from '../../platform/database/database.ts';

/** Erases the places of passages before a moment, at most 2000 per call. Returns the number of passages erased; 0 means that none is left. */
export async function forgetPassagePlaces(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.rows(
    `UPDATE gate_events SET longitude = NULL, latitude = NULL
     WHERE school_id = $1 AND id IN (
       SELECT id FROM gate_events WHERE school_id = $1 AND at < $2 AND longitude IS NOT NULL LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  return rows.length;
}
