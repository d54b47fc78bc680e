import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the phones and names of the people who paid for a student. Receipt numbers and amounts stay, for the books. */
export async function erasePayments(tx: Tx, { id, pseudonym }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row(
    `DELETE FROM payer_blind_index WHERE school_id = $1
       AND receipt IN (SELECT receipt FROM payments WHERE school_id = $1 AND student_id = $2)`,
    of,
  );
  await tx.row('UPDATE payments SET payer_sealed = NULL, account = $3 WHERE school_id = $1 AND student_id = $2', [
    ...of,
    pseudonym,
  ]);
  await tx.row(
    `UPDATE stk_pushes SET phone_sealed = '', phone_masked = '', phone_digest = '', reason = NULL, reference = $3
     WHERE school_id = $1 AND student_id = $2`,
    [...of, pseudonym],
  );
}
