import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import { PIN_FIRST_UNDER } from '@mfuko/contract/reenrolment';
import type { getCheckStudent, getStudents, StudentRow } from '@mfuko/contract/students';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { studentNotFound } from './errors.ts';

interface Listed extends Omit<StudentRow, 'balance' | 'dateCreated'> {
  balance: bigint;
  dateCreated: Date;
}

export async function listStudents(tx: ReadTx, query: InputOf<typeof getStudents>): Promise<Page<StudentRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT id AS sysid, admission_number AS "admissionNumber", names, class_id AS "classSYSID",
                 class_name AS "className", status, has_fingerprint AS "hasFingerprint", created_at AS "dateCreated",
                 balance
          FROM student_list
          WHERE school_id = $1 AND ($2::uuid IS NULL OR class_id = $2) AND ($3::boolean IS NULL OR has_fingerprint = $3)
            AND ($4::text IS NULL OR status = $4)
            AND ($5::boolean IS NULL OR $5 = EXISTS (SELECT FROM students s
              WHERE s.school_id = $1 AND s.id = student_list.id AND s.pin_hash IS NOT NULL))`,
    values: [
      tx.schoolId,
      query.classSYSID ?? null,
      query.hasFingerprint ?? null,
      query.status ?? null,
      query.hasPin ?? null,
    ],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({ ...row, balance: toKes(row.balance), dateCreated: row.dateCreated.toISOString() })),
  };
}

/**
 * Returns the fields of an active student that a gate may show: number, names, class, and if a finger is enrolled; and with `hint`, if a
 * PIN is the better choice.
 */
export async function showCheckStudent(
  tx: ReadTx,
  { admissionNumber, hint }: InputOf<typeof getCheckStudent>,
): Promise<AnswerOf<typeof getCheckStudent>> {
  const [found] = await tx.prepared<AnswerOf<typeof getCheckStudent>>(
    'show-check-student',
    `SELECT l.admission_number AS "admissionNumber", l.names, l.class_name AS "className", l.has_fingerprint AS "hasFingerprint",
            coalesce(s.pin_hash IS NOT NULL AND s.birth_month > now() - interval '${PIN_FIRST_UNDER} years', false) AS "pinFirst"
     FROM student_list l JOIN students s ON s.school_id = l.school_id AND s.id = l.id
     WHERE l.school_id = $1 AND l.admission_number = $2 AND l.status = 'active'`,
    [tx.schoolId, admissionNumber],
  );
  if (!found) throw studentNotFound();
  const { pinFirst, ...shown } = found;
  return hint ? found : shown;
}
