import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Deletes findings that name a student by number; the next check finds them again, under the pseudonym. */
export async function eraseFindings(tx: Tx, { admissionNumber }: DataSubject): Promise<void> {
  await tx.row(`DELETE FROM book_findings WHERE school_id = $1 AND finding->>'admissionNumber' = $2`, [
    tx.schoolId,
    admissionNumber,
  ]);
}
