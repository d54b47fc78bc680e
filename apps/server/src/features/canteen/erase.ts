import type { Tx } from '../../platform/database/database.ts';
import type { Erasee } from '../students/index.ts';

/** Erases where a student ate, and why in spite of an allergen. The portions stay, under the pseudonym, for the stock and the books. */
export async function eraseMeals(tx: Tx, { id }: Erasee): Promise<void> {
  await tx.row(
    'UPDATE meals SET longitude = NULL, latitude = NULL, override_reason = NULL WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, id],
  );
}
