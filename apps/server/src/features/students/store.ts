import type { Tx } from '../../platform/database.ts';
import { studentNotFound } from './errors.ts';

export interface Student {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly classId: string;
  readonly className: string;
  readonly status: 'active' | 'left';
}

const STUDENT = `
  SELECT s.id, s.admission_number AS "admissionNumber", s.names, s.class_id AS "classId", c.name AS "className", s.status
  FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  WHERE s.school_id = $1 AND s.deleted_at IS NULL`;

/** The student of that number, whether active or left; undefined where there is none. */
async function findStudent(tx: Tx, admissionNumber: string): Promise<Student | undefined> {
  const [found] = await tx.prepared<Student>('find-student', `${STUDENT} AND s.admission_number = $2`, [
    tx.schoolId,
    admissionNumber,
  ]);
  return found;
}

/**
 * The active student of that number. Throws student.not-found, also for one who has left: nothing happens at the gate,
 * in the canteen, on the bus or with the wallet in the name of a child who is no longer there.
 */
export async function getStudent(tx: Tx, admissionNumber: string): Promise<Student> {
  const found = await findStudent(tx, admissionNumber);
  if (found?.status !== 'active') throw studentNotFound();
  return found;
}

/** The student of that id, whether active or left: for the office. Throws student.not-found. */
export async function getStudentById(tx: Tx, id: string): Promise<Student> {
  const [found] = await tx.prepared<Student>('get-student-by-id', `${STUDENT} AND s.id = $2`, [tx.schoolId, id]);
  if (!found) throw studentNotFound();
  return found;
}

/** The sealed PIN of a student; null where none is set. */
export async function findPinHash(tx: Tx, studentId: string): Promise<string | null> {
  const [found] = await tx.prepared<{ pin_hash: string | null }>(
    'find-pin-hash',
    'SELECT pin_hash FROM students WHERE school_id = $1 AND id = $2',
    [tx.schoolId, studentId],
  );
  return found?.pin_hash ?? null;
}
