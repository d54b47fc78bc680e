import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the recipients of a student's refunds. Amount, receipt and the two approvers stay. */
export async function eraseRefunds(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row(
    `UPDATE refunds SET guardian_name = '', phone_sealed = '', reason = '-', result_text = NULL WHERE school_id = $1 AND student_id = $2`,
    [tx.schoolId, id],
  );
}
