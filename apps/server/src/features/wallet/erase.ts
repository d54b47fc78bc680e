import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the reasons of reversal proposals for a student: free texts that may tell of the family. */
export async function eraseReversals(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row(
    `UPDATE reversal_proposals p SET reason = '-' FROM journal_entries e
     WHERE p.school_id = $1 AND e.school_id = p.school_id AND e.id = p.entry_id AND e.student_id = $2`,
    [tx.schoolId, id],
  );
}
