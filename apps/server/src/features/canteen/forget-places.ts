import type { Tx } from '../../platform/database/database.ts';

/** Erases the places of meals before a moment, at most 2000 per call. Returns the number of meals erased; 0 means that none is left. */
export async function forgetMealPlaces(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.rows(
    `UPDATE meals SET longitude = NULL, latitude = NULL
     WHERE school_id = $1 AND id IN (
       SELECT id FROM meals WHERE school_id = $1 AND at < $2 AND longitude IS NOT NULL LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  return rows.length;
}
