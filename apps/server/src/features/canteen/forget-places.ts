import type { Tx } from '../../platform/database/database.ts';

/** Forgets where students ate before a moment, a portion at a time. Answers how many; none: all are forgotten. */
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
