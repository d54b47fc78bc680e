import type { ImportError } from '@mfuko/contract/imports';
import { audit, auditAll } from '../../platform/audit.ts';
import { changesOf, maskedPhone } from '../../platform/changes.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/id.ts';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import { addClass, listClassNames } from '../schools/index.ts';
import { changedMeanwhile } from './errors.ts';
import {
  classFieldOf,
  type RowGuardian,
  readStudentLines,
  type StudentField,
  type StudentLine,
} from './import-rows.ts';
import { type Listed, readStudentsOf } from './import-store.ts';
import { hashPinsPatiently } from './prove-pin.ts';

/** A student of the school whom a row changes, and to what. */
interface Changed {
  readonly line: StudentLine;
  readonly student: Listed;
  /** Null where the class is yet to be made. */
  readonly classId: string | null;
  readonly guardian: 'as-is' | 'new' | 'changed';
}

/** What a list would do to the school as it is now. */
export interface StudentPlan {
  readonly rows: number;
  readonly create: readonly StudentLine[];
  readonly update: readonly Changed[];
  readonly skipped: number;
  readonly errors: readonly ImportError[];
  /** Names of classes that the good rows need and that are not there, as the first row writes them. */
  readonly newClasses: readonly string[];
  readonly classIds: ReadonlyMap<string, string>;
  readonly lines: readonly StudentLine[];
}

/** Holds a list against the school. Records nothing. */
export async function planStudents(
  tx: Tx,
  table: Table<StudentField>,
  { createClasses }: { createClasses: boolean },
): Promise<StudentPlan> {
  const findings = collectFindings(table);
  const lines = readStudentLines(table, findings);
  const known = await readStudentsOf(
    tx,
    lines.map(({ admissionNumber }) => admissionNumber),
  );
  const classIds = new Map((await listClassNames(tx)).map(({ id, name }) => [name.toLowerCase(), id]));
  const newClasses = new Map<string, string>();
  const create: StudentLine[] = [];
  const update: Changed[] = [];
  let skipped = 0;
  for (const line of lines) {
    const { row, admissionNumber, className } = line;
    const student = known.byNumber.get(admissionNumber);
    const classId = classIds.get(className.toLowerCase()) ?? null;
    const zeros = known.withZeros.get(admissionNumber);
    if (student?.status === 'left')
      findings.at(row, 'admissionNumber', 'student-left', 'belongs to a student who has left', admissionNumber);
    if (!student && line.wasNumber && zeros !== undefined) {
      findings.at(
        row,
        'admissionNumber',
        'lost-zeros',
        `may be ${zeros}, which is there: set the column to text and enter it with its zeros`,
        admissionNumber,
      );
    }
    if (classId === null && !createClasses)
      findings.at(row, classFieldOf(table), 'class-unknown', 'is no class of the school', className);
    if (findings.has(row)) continue;
    if (classId === null) newClasses.set(className.toLowerCase(), newClasses.get(className.toLowerCase()) ?? className);
    if (!student) create.push(line);
    else {
      const changed: Changed = { line, student, classId, guardian: guardianOf(student, line.guardian) };
      if (student.names !== line.names || student.classId !== classId || changed.guardian !== 'as-is')
        update.push(changed);
      else skipped++;
    }
  }
  return {
    rows: table.rows.length,
    create,
    update,
    skipped,
    errors: findings.list(),
    newClasses: [...newClasses.values()],
    classIds,
    lines,
  };
}

function guardianOf(student: Listed, given: RowGuardian | null): Changed['guardian'] {
  if (given === null) return 'as-is';
  const same = student.guardians.find(({ mobileNumber }) => mobileNumber === given.mobileNumber);
  if (!same) return 'new';
  return same.name === given.name && (given.email === null || same.email === given.email) ? 'as-is' : 'changed';
}

/** Ids and sealed PINs of the students that a list adds, by admission number; made before the transaction. */
export type Sealed = ReadonlyMap<string, { readonly id: string; readonly pinHash: string | null }>;

export async function sealNewStudents(
  house: House,
  schoolId: string,
  plan: StudentPlan,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Sealed> {
  const fresh = plan.create.map(({ admissionNumber, pin }) => ({ admissionNumber, pin, id: newId() }));
  const withPin = fresh.flatMap(({ id, pin }) => (pin === null ? [] : [{ id, pin }]));
  const hashes = await hashPinsPatiently(house, schoolId, withPin, onProgress);
  return new Map(fresh.map(({ admissionNumber, id }) => [admissionNumber, { id, pinHash: hashes.get(id) ?? null }]));
}

/** What became of a row, with what is needed to take it back. */
export interface RecordedStudent {
  readonly row: number;
  readonly outcome: 'created' | 'updated';
  readonly studentId: string;
  readonly change: StudentChange;
}

export interface StudentChange {
  readonly names: { readonly from: string | null; readonly to: string };
  readonly classId: { readonly from: string | null; readonly to: string };
  /** The guardian added or changed; `from` is null for one that was added. */
  readonly guardian: {
    readonly id: string;
    readonly from: { readonly name: string; readonly email: string | null } | null;
    readonly to: { readonly name: string; readonly email: string | null };
  } | null;
}

/**
 * Adds and changes the students of a plan that was made in the same transaction. Throws import.changed-meanwhile where
 * there are students to add for whom nothing was sealed.
 */
export async function recordStudents(
  tx: Tx,
  call: Call,
  plan: StudentPlan,
  sealed: Sealed,
): Promise<{ recorded: RecordedStudent[]; classes: string[] }> {
  const classIds = new Map(plan.classIds);
  const classes: string[] = [];
  for (const name of plan.newClasses) {
    const { id } = await addClass(tx, name);
    classIds.set(name.toLowerCase(), id);
    classes.push(id);
    await audit(
      tx,
      call.actor,
      { action: 'class.create', subjectKind: 'class', subjectId: id, detail: { className: name, imported: true } },
      call.requestId,
    );
  }
  const classOf = ({ className }: StudentLine): string => {
    const id = classIds.get(className.toLowerCase());
    if (id === undefined) throw changedMeanwhile();
    return id;
  };
  await holdClasses(tx, [...new Set([...plan.create, ...plan.update.map(({ line }) => line)].map(classOf))]);
  const created = await insertStudents(tx, plan.create, sealed, classOf);
  const updated: RecordedStudent[] = [];
  for (const changed of plan.update) updated.push(await writeChange(tx, call, changed, classOf(changed.line)));
  const recorded = [...created, ...updated].toSorted((a, b) => a.row - b.row);
  const events = created.map(({ studentId }, place) => {
    const line = plan.create[place];
    const detail = { admissionNumber: line?.admissionNumber, withPin: line?.pin !== null, imported: true };
    return { action: 'student.create', subjectKind: 'student', subjectId: studentId, detail };
  });
  await auditAll(tx, call.actor, events, call.requestId);
  return { recorded, classes };
}

/** Classes stay until the transaction ends: whoever deletes one waits, and then finds who was put into it. */
async function holdClasses(tx: Tx, ids: readonly string[]): Promise<void> {
  const held = await tx.rows(
    'SELECT id FROM classes WHERE school_id = $1 AND id = ANY($2) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE',
    [tx.schoolId, ids],
  );
  if (held.length !== ids.length) throw changedMeanwhile();
}

async function insertStudents(
  tx: Tx,
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
    `INSERT INTO students (school_id, id, admission_number, names, class_id, pin_hash)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[])
     ON CONFLICT (school_id, admission_number) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [
      tx.schoolId,
      students.map(({ id }) => id),
      students.map(({ line }) => line.admissionNumber),
      students.map(({ line }) => line.names),
      students.map(({ classId }) => classId),
      students.map(({ pinHash }) => pinHash),
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

async function writeChange(
  tx: Tx,
  call: Call,
  { line, student, guardian }: Changed,
  classId: string,
): Promise<RecordedStudent> {
  await tx.row('UPDATE students SET names = $3, class_id = $4 WHERE school_id = $1 AND id = $2', [
    tx.schoolId,
    student.id,
    line.names,
    classId,
  ]);
  const written = guardian === 'as-is' || !line.guardian ? null : await writeGuardian(tx, student, line.guardian);
  const changes = changesOf(
    { names: student.names, className: student.className },
    { names: line.names, className: line.className },
  );
  const named =
    written && line.guardian
      ? { guardian: { name: written.to.name, mobileNumber: maskedPhone(line.guardian.mobileNumber) } }
      : {};
  const detail = { changes, ...named, imported: true };
  await audit(
    tx,
    call.actor,
    { action: 'student.update', subjectKind: 'student', subjectId: student.id, detail },
    call.requestId,
  );
  return {
    row: line.row,
    outcome: 'updated',
    studentId: student.id,
    change: {
      names: { from: student.names, to: line.names },
      classId: { from: student.classId, to: classId },
      guardian: written,
    },
  };
}

async function writeGuardian(
  tx: Tx,
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
  return { id, from: was ? { name: was.name, email: was.email } : null, to: { name: given.name, email } };
}
