import type { Tx } from '../../platform/database/database.ts';

/**
 * Erases a portion of the places at which items were sold and handed out before `before`. Returns the number of erased places; 0 once all
 * are erased.
 */
export async function forgetItemPlaces(tx: Tx, before: Date): Promise<number> {
  const items = await tx.rows(
    `UPDATE student_items SET longitude = NULL, latitude = NULL
     WHERE school_id = $1 AND id IN (
       SELECT id FROM student_items WHERE school_id = $1 AND created_at < $2 AND longitude IS NOT NULL LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  const events = await tx.rows(
    `UPDATE item_events SET longitude = NULL, latitude = NULL
     WHERE school_id = $1 AND id IN (
       SELECT id FROM item_events WHERE school_id = $1 AND at < $2 AND longitude IS NOT NULL LIMIT 2000)
     RETURNING 1 AS one`,
    [tx.schoolId, before],
  );
  return items.length + events.length;
}
