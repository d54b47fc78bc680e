import type { KeptRow } from '@mfuko/contract/imports';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { hideEmptyClasses, listClassNames } from '../schools/index.ts';
import { changeBirthMonth } from './birth-month.ts';
import type { RecordedStudent, StudentChange } from './import-write.ts';

interface Now {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly classId: string;
  readonly birthMonth: string | null;
  readonly status: 'active' | 'left';
  readonly deleted: boolean;
  readonly hasFingerprint: boolean;
  readonly needs: readonly string[];
  /** True if anything but the import was recorded of the student or a guardian since. */
  readonly touched: boolean;
  /** True if somebody else has set a PIN since, or the student has chosen one; that PIN stays. */
  readonly pinSince: boolean;
  readonly guardians: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly deleted: boolean;
    /** True if the guardian's phone was changed since the import. */
    readonly rephoned: boolean;
  }[];
}

/**
 * Undoes the import of a list at `since`: deletes the students whom the list added, and restores the old values of those whom it changed.
 * Students with later changes stay as they are, and are returned with the reason.
 */
export async function undoStudents(
  tx: Tx,
  call: Call,
  recorded: readonly RecordedStudent[],
  { classes, at: since }: { readonly classes: readonly string[]; readonly at: Date },
): Promise<{ deleted: number; restored: number; kept: KeptRow[] }> {
  const ids = recorded.map(({ studentId }) => studentId);
  const now = await readNow(tx, ids, since);
  const there = new Set((await listClassNames(tx)).map(({ id }) => id));
  const kept: KeptRow[] = [];
  const done = { deleted: 0, restored: 0 };
  for (const { row, outcome, studentId, change } of recorded) {
    const student = now.get(studentId);
    const why = student ? deleteBlockersOf(student, outcome, change) : GONE;
    if (!student || why !== null) {
      kept.push({ row, admissionNumber: student?.admissionNumber ?? '', ...(why ?? GONE) });
    } else if (outcome === 'created') {
      await tx.row('UPDATE students SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
        tx.schoolId,
        studentId,
      ]);
      await trace(tx, call, 'student.delete', student);
      done.deleted++;
    } else {
      await restore(tx, call, student, change, there);
      done.restored++;
    }
  }
  await hideEmptyClasses(tx, call, classes);
  return { ...done, kept };
}

type Why = Pick<KeptRow, 'why' | 'reason'>;
const GONE: Why = { why: 'gone', reason: 'is no longer there' };
const CHANGED: Why = { why: 'changed', reason: 'was changed since' };

function deleteBlockersOf(
  student: Now,
  outcome: RecordedStudent['outcome'],
  { names, classId, guardian, birthMonth }: StudentChange,
): Why | null {
  if (student.deleted) return GONE;
  const held = student.guardians.filter(({ deleted }) => !deleted);
  const same = guardian && student.guardians.find(({ id }) => id === guardian.id);
  const guardianStands =
    !guardian ||
    (same && !same.deleted && !same.rephoned && same.name === guardian.to.name && same.email === guardian.to.email);
  if (outcome === 'updated') {
    const born = !birthMonth || student.birthMonth === birthMonth.to;
    return student.names === names.to && student.classId === classId.to && born && guardianStands ? null : CHANGED;
  }
  if (student.needs.length > 0) return { why: 'recorded', reason: `has ${student.needs.join(', ')} recorded` };
  if (student.hasFingerprint) return { why: 'finger', reason: 'has a finger enrolled' };
  if (student.status === 'left') return { why: 'left', reason: 'has left meanwhile' };
  const onlyOurs = held.length === (guardian ? 1 : 0) && guardianStands;
  return onlyOurs && !student.touched && student.names === names.to && student.classId === classId.to ? null : CHANGED;
}

async function readNow(tx: Tx, ids: readonly string[], since: Date): Promise<Map<string, Now>> {
  // Lock first: the query below then sees the changes of transactions that were under way.
  await tx.rows('SELECT id FROM students WHERE school_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE', [
    tx.schoolId,
    ids,
  ]);
  const rows = await tx.rows<Omit<Now, 'guardians'>>(
    `SELECT d.id, d.admission_number AS "admissionNumber", d.names, d.class_id AS "classId", d.status, d.deleted_at IS NOT NULL AS deleted,
            (SELECT to_char(s.birth_month, 'YYYY-MM') FROM students s WHERE s.school_id = d.school_id AND s.id = d.id) AS "birthMonth",
            d.has_fingerprint AS "hasFingerprint", student_delete_blockers(d.school_id, d.id) AS needs,
            EXISTS (SELECT 1 FROM audit_events e WHERE e.school_id = d.school_id AND e.subject_id = d.id
                      AND e.subject_kind = 'student' AND e.action LIKE 'student.%' AND e.detail->>'imported' IS NULL) AS touched,
            EXISTS (SELECT 1 FROM audit_events e WHERE e.school_id = d.school_id AND e.subject_id = d.id AND e.at >= $3
                      AND e.action IN ('student.pin', 'student.own-pin') AND e.detail->>'imported' IS NULL) AS "pinSince"
     FROM student_details d WHERE d.school_id = $1 AND d.id = ANY($2)`,
    [tx.schoolId, ids, since],
  );
  const guardians = await tx.rows<Now['guardians'][number] & { studentId: string }>(
    `SELECT g.id, g.student_id AS "studentId", g.name, g.email, g.deleted_at IS NOT NULL AS deleted,
            EXISTS (SELECT 1 FROM audit_events e WHERE e.school_id = g.school_id AND e.subject_id = g.id AND e.at >= $3
                      AND e.action = 'guardian.update' AND e.detail->'changes'->'mobileNumber' IS NOT NULL) AS rephoned
     FROM guardians g WHERE g.school_id = $1 AND g.student_id = ANY($2)`,
    [tx.schoolId, ids, since],
  );
  const ofStudent = Map.groupBy(guardians, ({ studentId }) => studentId);
  return new Map(rows.map((row) => [row.id, { ...row, guardians: ofStudent.get(row.id) ?? [] }]));
}

async function restore(
  tx: Tx,
  call: Call,
  student: Now,
  { names, classId, guardian, birthMonth, pinSet }: StudentChange,
  classes: ReadonlySet<string>,
): Promise<void> {
  // Keep the new class where the old one has been deleted meanwhile.
  const back = classId.from !== null && classes.has(classId.from) ? classId.from : student.classId;
  await tx.row('UPDATE students SET names = $3, class_id = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    student.id,
    names.from,
    back,
  ]);
  if (birthMonth) await changeBirthMonth(tx, student.id, birthMonth.from);
  if (pinSet && !student.pinSince) {
    await tx.row('UPDATE students SET pin_hash = NULL WHERE school_id = $1 AND id = $2', [tx.schoolId, student.id]);
  }
  if (guardian && guardian.from === null) {
    await tx.row('UPDATE guardians SET deleted_at = clock_timestamp() WHERE school_id = $1 AND id = $2', [
      tx.schoolId,
      guardian.id,
    ]);
  } else if (guardian?.from) {
    await tx.row('UPDATE guardians SET name = $3, email = $4 WHERE school_id = $1 AND id = $2', [
      tx.schoolId,
      guardian.id,
      guardian.from.name,
      guardian.from.email,
    ]);
  }
  await trace(tx, call, 'student.update', student, { changes: { names: { from: student.names, to: names.from } } });
}

function trace(tx: Tx, call: Call, action: string, student: Now, more: Record<string, unknown> = {}): Promise<void> {
  const detail = {
    admissionNumber: student.admissionNumber,
    names: student.names,
    ...more,
    imported: true,
    undone: true,
  };
  return audit(tx, call, { action, subjectKind: 'student', subjectId: student.id, detail });
}
