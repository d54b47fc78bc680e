import { audit } from '../../platform/audit/audit.ts';
import { changesOf, maskedPhone } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { changeBirthMonth } from './birth-month.ts';
import { changedMeanwhile } from './errors.ts';
import type { Changed } from './import-plan.ts';
import type { RowGuardian, StudentLine } from './import-rows.ts';
import type { Listed } from './import-store.ts';
import { holdNumbers } from './money-holds.ts';
import { noteNewNumber } from './new-number.ts';
import { noteNewPins } from './new-pins.ts';

/** Ids and PIN hashes, by admission number, of the students whom a list adds or gives their first PIN; made before the transaction. */
export type Sealed = ReadonlyMap<string, { readonly id: string; readonly pinHash: string | null }>;

/** Outcome of a row, with the values needed to undo it. */
export interface RecordedStudent {
  readonly row: number;
  readonly outcome: 'created' | 'updated';
  readonly studentId: string;
  readonly change: StudentChange;
}

export interface StudentChange {
  readonly names: { readonly from: string | null; readonly to: string };
  readonly classId: { readonly from: string | null; readonly to: string };
  /** The guardian added or changed; `from` is null for an added guardian. */
  readonly guardian: {
    readonly id: string;
    readonly from: { readonly name: string; readonly email: string | null } | null;
    readonly to: { readonly name: string; readonly email: string | null };
  } | null;
  /** Month of birth, where the list changed it. */
  readonly birthMonth?: { readonly from: string | null; readonly to: string };
  /** True if the list gave the student their first PIN. */
  readonly pinSet?: true;
}

/**
 * Adds the students of a list with their guardians, all or none. A guardian whom the list does not name may be anybody, so money and
 * codes to such a number are held as after a change. Throws import.changed-meanwhile.
 */
export async function insertStudents(
  tx: Tx,
  call: Call,
  context: AppContext,
  lines: readonly StudentLine[],
  sealed: Sealed,
  classOf: (line: StudentLine) => string,
): Promise<RecordedStudent[]> {
  if (lines.length === 0) return [];
  const students = lines.map((line) => {
    const made = sealed.get(line.admissionNumber);
    if (!made) throw changedMeanwhile();
    return { ...made, line, classId: classOf(line), guardianId: line.guardian ? newId() : null };
  });
  const added = await tx.rows(
    `INSERT INTO students (school_id, id, admission_number, names, class_id, pin_hash, pin_set_by, birth_month)
     SELECT $1, id, number, names, class, pin, CASE WHEN pin IS NOT NULL THEN $8::uuid END, to_date(born, 'YYYY-MM')
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[]) AS l(id, number, names, class, pin, born)
     ON CONFLICT (school_id, admission_number) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [
      tx.schoolId,
      students.map(({ id }) => id),
      students.map(({ line }) => line.admissionNumber),
      students.map(({ line }) => line.names),
      students.map(({ classId }) => classId),
      students.map(({ pinHash }) => pinHash),
      students.map(({ line }) => line.birthMonth),
      call.actor.userId,
    ],
  );
  if (added.length !== students.length) throw changedMeanwhile();
  const guarded = students.flatMap(({ id, guardianId, line }) =>
    guardianId && line.guardian ? [{ id, guardianId, ...line.guardian }] : [],
  );
  await tx.rows(
    `INSERT INTO guardians (school_id, id, student_id, name, mobile_number, email)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])`,
    [
      tx.schoolId,
      guarded.map(({ guardianId }) => guardianId),
      guarded.map(({ id }) => id),
      guarded.map(({ name }) => name),
      guarded.map(({ mobileNumber }) => mobileNumber),
      guarded.map(({ email }) => email),
    ],
  );
  const unnamed = guarded.filter(({ named }) => !named);
  await holdNumbers(
    tx,
    context,
    call.actor.userId,
    unnamed.map(({ id, mobileNumber }) => ({ studentId: id, mobileNumber })),
  );
  return students.map(({ id, line, classId, guardianId }) => ({
    row: line.row,
    outcome: 'created',
    studentId: id,
    change: {
      names: { from: null, to: line.names },
      classId: { from: null, to: classId },
      guardian:
        guardianId && line.guardian
          ? { id: guardianId, from: null, to: { name: line.guardian.name, email: line.guardian.email } }
          : null,
    },
  }));
}

/** Changes a student and the guardian to the values of a row, and audits the change. */
export async function writeChange(
  tx: Tx,
  call: Call,
  context: AppContext,
  { line, student, guardian, pin }: Changed,
  sealed: Sealed,
  classId: string,
): Promise<RecordedStudent> {
  await tx.row('UPDATE students SET names = $3, class_id = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    student.id,
    line.names,
    classId,
  ]);
  if (pin !== null) await writeFirstPin(tx, call, context, student.id, sealed.get(line.admissionNumber)?.pinHash);
  const written =
    guardian === 'as-is' || !line.guardian ? null : await writeGuardian(tx, call, context, student, line.guardian);
  const born = await changeBirthMonth(tx, student.id, line.birthMonth ?? undefined);
  const changes = {
    ...changesOf(
      { names: student.names, className: student.className },
      { names: line.names, className: line.className },
    ),
    ...born,
  };
  const named =
    written && line.guardian
      ? { guardian: { name: written.to.name, mobileNumber: maskedPhone(line.guardian.mobileNumber) } }
      : {};
  const detail = { changes, ...named, imported: true };
  await audit(tx, call, { action: 'student.update', subjectKind: 'student', subjectId: student.id, detail });
  return {
    row: line.row,
    outcome: 'updated',
    studentId: student.id,
    change: {
      names: { from: student.names, to: line.names },
      classId: { from: student.classId, to: classId },
      guardian: written,
      ...(line.birthMonth !== null && 'birthMonth' in born
        ? { birthMonth: { from: student.birthMonth, to: line.birthMonth } }
        : {}),
      ...(pin === null ? {} : { pinSet: true as const }),
    },
  };
}

/**
 * Sets a student's first PIN. Throws import.changed-meanwhile where no hash was made, since the student lost the PIN after the hashing.
 */
async function writeFirstPin(
  tx: Tx,
  call: Call,
  context: AppContext,
  id: string,
  pinHash: string | null | undefined,
): Promise<void> {
  if (!pinHash) throw changedMeanwhile();
  await tx.row('UPDATE students SET pin_hash = $3, pin_set_by = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    id,
    pinHash,
    call.actor.userId,
  ]);
  await noteNewPins(tx, context, call, { first: [id] });
  const event = { action: 'student.pin', subjectKind: 'student', subjectId: id, detail: { imported: true } };
  await audit(tx, call, event);
}

async function writeGuardian(
  tx: Tx,
  call: Call,
  context: AppContext,
  student: Listed,
  given: RowGuardian,
): Promise<NonNullable<StudentChange['guardian']>> {
  const was = student.guardians.find(({ mobileNumber }) => mobileNumber === given.mobileNumber);
  const email = given.email ?? was?.email ?? null;
  const id = was?.id ?? newId();
  await tx.row(
    was
      ? 'UPDATE guardians SET name = $4, email = $6 WHERE school_id = $1 AND id = $2 AND student_id = $3 AND mobile_number = $5'
      : 'INSERT INTO guardians (school_id, id, student_id, name, mobile_number, email) VALUES ($1, $2, $3, $4, $5, $6)',
    [tx.schoolId, id, student.id, given.name, given.mobileNumber, email],
  );
  if (!was) {
    const { mobileNumber, named } = given;
    await noteNewNumber(tx, context, call, { sysid: id, studentSYSID: student.id, mobileNumber });
    if (!named) await holdNumbers(tx, context, call.actor.userId, [{ studentId: student.id, mobileNumber }]);
  }
  return { id, from: was ? { name: was.name, email: was.email } : null, to: { name: given.name, email } };
}
