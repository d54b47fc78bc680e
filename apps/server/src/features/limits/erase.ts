import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases a student's own limits, those wished by a guardian, and the texts of approvals of the student's cash. */
export async function eraseLimits(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row(
    `DELETE FROM pocket_limits WHERE school_id = $1 AND subject_id = $2 AND scope IN ('student', 'guardian')`,
    [tx.schoolId, id],
  );
  await tx.row(
    `UPDATE cash_approvals SET reason = '-', note = CASE WHEN note IS NOT NULL THEN '-' END WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, id],
  );
}
