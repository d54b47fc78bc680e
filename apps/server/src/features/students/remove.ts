import type { StudentDetails } from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { lockClassShared } from '../schools/index.ts';
import { detailsOf } from './details.ts';
import { admissionNumberTaken, studentInUse, studentNotFound } from './errors.ts';
import { lockStudent, type Student } from './store.ts';

/**
 * Deletes a student, whose row is only hidden, with guardians and fingers. Throws student.not-found, and student.in-use where the books
 * refer to the student.
 */
export async function deleteStudent(call: Call, id: string): Promise<StudentDetails> {
  return call.record(async (tx) => {
    const student = await lockStudent(tx, id);
    const needed = await tx.row<{ needs: string[] }>('SELECT student_delete_blockers($1, $2) AS needs', [
      tx.schoolId,
      id,
    ]);
    if (needed && needed.needs.length > 0) throw studentInUse(needed.needs);
    await tx.row('UPDATE students SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      tx.schoolId,
      id,
    ]);
    await trace(tx, call, 'student.delete', student);
    return detailsOf(tx, id);
  });
}

/** Restores a deleted student. Throws student.duplicate where the number was given to another student, and class.not-found. */
export async function restoreStudent(call: Call, id: string): Promise<StudentDetails> {
  return call.record(async (tx) => {
    const hidden = await tx.row<{ classId: string; admissionNumber: string }>(
      `SELECT class_id AS "classId", admission_number AS "admissionNumber" FROM students
       WHERE school_id = $1 AND id = $2 AND erased_at IS NULL FOR UPDATE`,
      [tx.schoolId, id],
    );
    if (!hidden) throw studentNotFound();
    await lockClassShared(tx, hidden.classId);
    try {
      await tx.row('UPDATE students SET deleted_at = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, id]);
    } catch (error) {
      if (violatedUnique(error) === 'students_admission_number') throw admissionNumberTaken(hidden.admissionNumber);
      throw error;
    }
    await trace(tx, call, 'student.restore', await lockStudent(tx, id));
    return detailsOf(tx, id);
  });
}

function trace(tx: Tx, call: Call, action: string, { id, admissionNumber, names, className }: Student): Promise<void> {
  const detail = { admissionNumber, names, className };
  return audit(tx, call, { action, subjectKind: 'student', subjectId: id, detail });
}
