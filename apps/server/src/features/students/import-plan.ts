import { classKey } from '@mfuko/contract/class-names';
import type { ImportError } from '@mfuko/contract/imports';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import { listClassNames } from '../schools/index.ts';
import { likelyClass } from './class-guess.ts';
import { type ClassLookup, commonSpellings, lookUpClasses } from './class-lookup.ts';
import {
  classFieldOf,
  type RowGuardian,
  readStudentLines,
  type StudentField,
  type StudentLine,
} from './import-rows.ts';
import { type Listed, lockStudentsByNumber, readStudentsOf, withKnownName } from './import-store.ts';
import { noteShortPin, readPinLength } from './pin-length.ts';

/** A student of the school whom a row changes, and the row's values. */
export interface Changed {
  readonly line: StudentLine;
  readonly student: Listed;
  /** Id of the class; null where the class is yet to be created. */
  readonly classId: string | null;
  readonly guardian: 'as-is' | 'new' | 'changed';
  /** PIN of the row, for a student without one; an existing PIN stays. */
  readonly pin: string | null;
}

/** Effects that importing a list would have on the school as it is now. */
export interface StudentPlan {
  readonly rows: number;
  readonly create: readonly StudentLine[];
  readonly update: readonly Changed[];
  readonly skipped: number;
  readonly errors: readonly ImportError[];
  /** Names of missing classes that valid rows need, in the most frequent spelling. */
  readonly newClasses: readonly string[];
  /** Names of missing classes in any row, each with the number of its rows and an existing class that may be meant. */
  readonly unknownClasses: readonly { readonly name: string; readonly rows: number; readonly like: string | null }[];
  readonly classes: ClassLookup;
  readonly lines: readonly StudentLine[];
}

/** Plans like `planStudents`, after locking the students of the list until the transaction ends. */
export async function planHeldStudents(
  tx: Tx,
  table: Table<StudentField>,
  options: { createClasses: boolean },
): Promise<StudentPlan> {
  const lines = readStudentLines(table, collectFindings(table));
  await lockStudentsByNumber(
    tx,
    lines.map(({ admissionNumber }) => admissionNumber),
  );
  return planStudents(tx, table, options);
}

/** Compares a list with the school. Records nothing. */
export async function planStudents(
  tx: ReadTx,
  table: Table<StudentField>,
  { createClasses }: { createClasses: boolean },
): Promise<StudentPlan> {
  const findings = collectFindings(table);
  const lines = readStudentLines(table, findings);
  const known = await readStudentsOf(
    tx,
    lines.map(({ admissionNumber }) => admissionNumber),
  );
  const classes = await listClassNames(tx);
  const digits = await readPinLength(tx);
  const lookup = lookUpClasses(classes);
  const spellings = commonSpellings(lines.map(({ className }) => className));
  const newClasses = new Map<string, string>();
  const create: StudentLine[] = [];
  const update: Changed[] = [];
  let skipped = 0;
  for (const read of lines) {
    const { row, admissionNumber, className } = read;
    const student = known.byNumber.get(admissionNumber);
    const line = { ...read, guardian: withKnownName(student, read.guardian) };
    const classId = lookup.idOf(className);
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
        { known: zeros },
      );
    }
    if (line.pin !== null && !student?.hasPin) noteShortPin(findings, row, line.pin, digits);
    if (classId === null && (!createClasses || lookup.isDoubtful(className)))
      findings.at(row, classFieldOf(table), 'class-unknown', 'is no class of the school', className);
    if (findings.has(row)) continue;
    if (classId === null) newClasses.set(classKey(className), spellings.get(classKey(className)) ?? className);
    if (!student) create.push(line);
    else {
      const guardian = guardianOf(student, line.guardian);
      const pin = student.hasPin ? null : line.pin;
      const born = line.birthMonth !== null && line.birthMonth !== student.birthMonth;
      const moved = student.names !== line.names || student.classId !== classId || born;
      if (moved || guardian !== 'as-is' || pin !== null) update.push({ line, student, classId, guardian, pin });
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
    unknownClasses: isSecret(table) ? [] : unknownClassesOf(lines, classes, lookup),
    classes: lookup,
    lines,
  };
}

/** Returns true if a class column looks like a column of PINs, whose values must not be shown. */
function isSecret(table: Table<StudentField>): boolean {
  return (['className', 'stream'] as const).some((field) => table.column(field)?.secret);
}

function unknownClassesOf(
  lines: readonly StudentLine[],
  classes: readonly { readonly name: string }[],
  lookup: ClassLookup,
): StudentPlan['unknownClasses'] {
  const names = classes.map(({ name }) => name);
  const unknown = lines.filter(({ className }) => lookup.idOf(className) === null);
  const spellings = commonSpellings(unknown.map(({ className }) => className));
  return [...Map.groupBy(unknown, ({ className }) => classKey(className))].map(([key, same]) => {
    const name = spellings.get(key) ?? '';
    return { name, rows: same.length, like: likelyClass(name, names) };
  });
}

function guardianOf(student: Listed, given: RowGuardian | null): Changed['guardian'] {
  if (given === null) return 'as-is';
  const same = student.guardians.find(({ mobileNumber }) => mobileNumber === given.mobileNumber);
  if (!same) return 'new';
  return same.name === given.name && (given.email === null || same.email === given.email) ? 'as-is' : 'changed';
}
