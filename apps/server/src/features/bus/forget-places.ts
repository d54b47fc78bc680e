import type { Tx } from '../../platform/database/database.ts';

/** Erases places of rides and buses before a moment, at most 2000 of each per call. Returns their number; 0 means that none is left. */
export async function forgetRidePlaces(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.rows(
    `UPDATE bus_events SET longitude = NULL, latitude = NULL
     WHERE school_id = $1 AND id IN (
       SELECT id FROM bus_events WHERE school_id = $1 AND at < $2 AND longitude IS NOT NULL LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  const positions = await tx.rows(
    `DELETE FROM bus_positions WHERE school_id = $1 AND (trip_id, at) IN (
       SELECT trip_id, at FROM bus_positions WHERE school_id = $1 AND at < $2 LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  return rows.length + positions.length;
}
