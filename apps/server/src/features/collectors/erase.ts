import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases who may collect a student and who must not, their photos, and with whom the student left. The releases stay, without a name. */
export async function eraseCollectors(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  // The photos are deleted with their collectors.
  await tx.row('DELETE FROM collectors WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM leaves_alone WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('UPDATE releases SET name = NULL, relation = NULL WHERE school_id = $1 AND student_id = $2', of);
}
