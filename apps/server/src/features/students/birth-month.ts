import { changesOf } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Sets the month of birth if one is given (an empty text clears it), and returns the changes as the audit trail records them. Call it
 * under `lockStudent`.
 */
export async function changeBirthMonth(
  tx: Tx,
  studentId: string,
  given: string | null | undefined,
): Promise<ReturnType<typeof changesOf>> {
  if (given === undefined) return {};
  const before = await tx.row<{ birthMonth: string | null }>(
    `SELECT to_char(birth_month, 'YYYY-MM') AS "birthMonth" FROM students WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, studentId],
  );
  const birthMonth = given || null;
  const changes = changesOf({ birthMonth: before?.birthMonth ?? null }, { birthMonth });
  if (Object.keys(changes).length === 0) return changes;
  await tx.row(`UPDATE students SET birth_month = to_date($3, 'YYYY-MM') WHERE school_id = $1 AND id = $2`, [
    tx.schoolId,
    studentId,
    birthMonth,
  ]);
  return changes;
}
