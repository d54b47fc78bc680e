import type { Tx } from '../../platform/database/database.ts';

/** Forgets where students got on and off and where their buses were before a moment, a portion at a time. Answers how many; none: all are forgotten. */
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
