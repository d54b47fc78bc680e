import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases who may collect a student and must not, their photos, and with whom they went. That they were let go stays. */
export async function eraseCollectors(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  // Each photo goes with its person.
  await tx.row('DELETE FROM collectors WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('DELETE FROM leaves_alone WHERE school_id = $1 AND student_id = $2', of);
  await tx.row('UPDATE releases SET name = NULL, relation = NULL WHERE school_id = $1 AND student_id = $2', of);
}
