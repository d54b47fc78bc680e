import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the places at which a student was handed items, and the reasons for returns. */
export async function eraseItems(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row(
    'UPDATE student_items SET longitude = NULL, latitude = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
  await tx.row(
    `UPDATE item_events SET longitude = NULL, latitude = NULL, reason = NULL
     WHERE school_id = $1 AND item_id IN (SELECT id FROM student_items WHERE school_id = $1 AND student_id = $2)`,
    of,
  );
}
