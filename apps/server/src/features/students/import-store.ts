import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { RowGuardian } from './import-rows.ts';

/** A student of the school, as the import compares them with a row. */
export interface Listed {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly classId: string;
  readonly className: string;
  readonly status: 'active' | 'left';
  readonly hasPin: boolean;
  readonly birthMonth: string | null;
  readonly guardians: readonly {
    readonly id: string;
    readonly name: string;
    readonly mobileNumber: string;
    readonly email: string | null;
  }[];
}

/** Locks the students with these admission numbers until the transaction ends. */
export async function lockStudentsByNumber(tx: Tx, numbers: readonly string[]): Promise<void> {
  await tx.rows(
    `SELECT 1 AS held FROM students WHERE school_id = $1 AND deleted_at IS NULL AND admission_number = ANY($2)
     ORDER BY id FOR NO KEY UPDATE`,
    [tx.schoolId, numbers],
  );
}

/**
 * Returns the students with these admission numbers; and for each unknown number, the one known number that differs by leading zeros
 * only.
 */
export async function readStudentsOf(
  tx: ReadTx,
  numbers: readonly string[],
): Promise<{ byNumber: Map<string, Listed>; withZeros: Map<string, string> }> {
  const students = await tx.rows<Omit<Listed, 'guardians'>>(
    `SELECT s.id, s.admission_number AS "admissionNumber", s.names, s.class_id AS "classId", c.name AS "className", s.status,
            s.pin_hash IS NOT NULL AS "hasPin", to_char(s.birth_month, 'YYYY-MM') AS "birthMonth"
     FROM students s JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
     WHERE s.school_id = $1 AND s.deleted_at IS NULL AND s.admission_number = ANY($2)`,
    [tx.schoolId, numbers],
  );
  const guardians = await tx.rows<Listed['guardians'][number] & { studentId: string }>(
    `SELECT id, student_id AS "studentId", name, mobile_number AS "mobileNumber", email FROM guardians
     WHERE school_id = $1 AND student_id = ANY($2) AND deleted_at IS NULL ORDER BY id`,
    [tx.schoolId, students.map(({ id }) => id)],
  );
  const ofStudent = Map.groupBy(guardians, ({ studentId }) => studentId);
  const byNumber = new Map(
    students.map((student) => [student.admissionNumber, { ...student, guardians: ofStudent.get(student.id) ?? [] }]),
  );
  const others = await tx.rows<{ asked: string; found: string }>(
    `SELECT asked, min(s.admission_number) AS found FROM unnest($2::text[]) AS asked
     JOIN students s ON s.school_id = $1 AND s.deleted_at IS NULL AND s.admission_number LIKE '0%'
       AND ltrim(s.admission_number, '0') = asked AND s.admission_number <> asked
     GROUP BY asked HAVING count(*) = 1`,
    [tx.schoolId, numbers.filter((number) => !byNumber.has(number))],
  );
  return { byNumber, withZeros: new Map(others.map(({ asked, found }) => [asked, found])) };
}

/** Replaces a guardian's derived name by the name that the school knows, where the list does not name the guardian. */
export function withKnownName(student: Listed | undefined, given: RowGuardian | null): RowGuardian | null {
  const same =
    given?.named === false && student?.guardians.find(({ mobileNumber }) => mobileNumber === given.mobileNumber);
  return given && same ? { ...given, name: same.name } : given;
}
