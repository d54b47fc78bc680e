import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the payers of a student's payments, the notes on them, and the digests by which a payer would be recognised. */
export async function eraseSuspense(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row('DELETE FROM known_payers WHERE school_id = $1 AND student_id = $2', of);
  await tx.row(
    `UPDATE suspense_items i SET payer_sealed = NULL, payer_digest = NULL, account = ''
     WHERE i.school_id = $1 AND i.state IN ('settled', 'returned') AND (i.student_id = $2
       OR i.id IN (SELECT item_id FROM suspense_proposals WHERE school_id = $1 AND student_id = $2 AND decision = 'approved'))`,
    of,
  );
  await tx.row(
    `UPDATE suspense_proposals SET note = '-' WHERE school_id = $1 AND student_id = $2 AND note IS NOT NULL`,
    of,
  );
}
