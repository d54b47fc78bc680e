import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/**
 * Erases the places and override reasons of a student's meals, and the meal subsidies. The portions stay under the pseudonym, for stock
 * and books.
 */
export async function eraseMeals(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row(
    'UPDATE meals SET longitude = NULL, latitude = NULL, override_reason = NULL WHERE school_id = $1 AND student_id = $2',
    [tx.schoolId, id],
  );
  await tx.row('DELETE FROM meal_subsidy_proposals WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
  await tx.row('DELETE FROM meal_subsidies WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
}
