import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases a student's exeats. The passages at the gate stay. */
export async function eraseExeats(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row('DELETE FROM exeats WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
}
