import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases a student's number from the rows of M-Pesa's statements. */
export async function eraseStatementRows(tx: Tx, { id, pseudonym }: DataSubject): Promise<void> {
  await tx.row(
    `UPDATE payment_statement_rows SET account = $3 WHERE school_id = $1
       AND receipt IN (SELECT receipt FROM payments WHERE school_id = $1 AND student_id = $2)`,
    [tx.schoolId, id, pseudonym],
  );
}
