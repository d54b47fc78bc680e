import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the number at which a student's guardian was reminded. */
export async function eraseReminders(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row('UPDATE reminder_students SET phone_masked = NULL WHERE school_id = $1 AND student_id = $2', [
    tx.schoolId,
    id,
  ]);
}
