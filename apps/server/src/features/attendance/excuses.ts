import type * as contract from '@mfuko/contract/attendance';
import type { InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { getClass } from '../schools/index.ts';
import { getStudentById } from '../students/index.ts';
import { excuseNotFound } from './errors.ts';

/** Excuses a student's absence on a range of days. Throws student.not-found. */
export function excuse(call: Call, input: InputOf<typeof contract.excuseAbsence>): Promise<{ days: number }> {
  const { studentSYSID, from, until, reason, note } = input;
  return call.record(async (tx) => {
    await getStudentById(tx, studentSYSID);
    const excused = await tx.rows(
      `INSERT INTO absence_excuses (school_id, student_id, day, reason, note, excused_by)
       SELECT $1, $2, d::date, $5, $6, $7 FROM generate_series($3::date, $4::date, interval '1 day') AS d
       ON CONFLICT (school_id, student_id, day) DO UPDATE
         SET reason = $5, note = $6, excused_by = $7, excused_at = clock_timestamp()
       RETURNING day`,
      [tx.schoolId, studentSYSID, from, until, reason, note, call.actor.userId],
    );
    await audit(tx, call, {
      action: 'student.absence-excused',
      subjectKind: 'student',
      subjectId: studentSYSID,
      detail: { from, until, reason },
    });
    return { days: excused.length };
  });
}

/** Excuses every active student of a class; excuses that exist already stay. Throws class.not-found. */
export function excuseAll(
  call: Call,
  input: InputOf<typeof contract.excuseClass>,
): Promise<{ students: number; days: number }> {
  const { classSYSID, from, until, reason, note } = input;
  return call.record(async (tx) => {
    await getClass(tx, classSYSID);
    const excused = await tx.rows<{ id: string }>(
      `INSERT INTO absence_excuses (school_id, student_id, day, reason, note, excused_by)
       SELECT $1, s.id, d::date, $5, $6, $7
       FROM students s CROSS JOIN generate_series($3::date, $4::date, interval '1 day') AS d
       WHERE s.school_id = $1 AND s.class_id = $2 AND s.status = 'active' AND s.deleted_at IS NULL
       ON CONFLICT (school_id, student_id, day) DO NOTHING RETURNING student_id AS id`,
      [tx.schoolId, classSYSID, from, until, reason, note, call.actor.userId],
    );
    const students = new Set(excused.map(({ id }) => id)).size;
    await audit(tx, call, {
      action: 'class.absence-excused',
      subjectKind: 'class',
      subjectId: classSYSID,
      detail: { from, until, reason, students },
    });
    return { students, days: excused.length };
  });
}

export function withdraw(
  call: Call,
  { studentSYSID, day }: InputOf<typeof contract.withdrawExcuse>,
): Promise<Record<string, never>> {
  return call.record(async (tx) => {
    const withdrawn = await tx.row(
      'DELETE FROM absence_excuses WHERE school_id = $1 AND student_id = $2 AND day = $3 RETURNING day',
      [tx.schoolId, studentSYSID, day],
    );
    if (!withdrawn) throw excuseNotFound();
    await audit(tx, call, {
      action: 'student.excuse-withdrawn',
      subjectKind: 'student',
      subjectId: studentSYSID,
      detail: { day },
    });
    return {};
  });
}
