import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases a student's excuses and attendance notices. The passages at the gate stay. */
export async function eraseAttendance(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row('DELETE FROM absence_excuses WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
  await tx.row('DELETE FROM attendance_notices WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
}
