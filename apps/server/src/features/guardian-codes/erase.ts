import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases the codes that were sent to a student's guardians. */
export async function eraseGuardianCodes(tx: Tx, { id }: DataSubject): Promise<void> {
  await tx.row('DELETE FROM guardian_codes WHERE school_id = $1 AND student_id = $2', [tx.schoolId, id]);
}
