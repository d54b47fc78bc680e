import type { ImportError } from '@mfuko/contract/imports';
import { namesDiffer } from '@mfuko/contract/person-names';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import type { Changed, StudentPlan } from './import-plan.ts';
import type { StudentField } from './import-rows.ts';

/**
 * Number of students above which a phone is unlikely to belong to one family: a family seldom has so many at one school, while a
 * teacher's number appears beside a whole class.
 */
const STUDENTS_OF_SEVERAL_FAMILIES = 4;

/** Returns warnings about changes that a person should look at before they are recorded. */
export function warningsOf(table: Table<StudentField>, plan: StudentPlan): ImportError[] {
  return [...warnOfNames(table, plan.update), ...warnOfNumbers(table, plan)].toSorted((a, b) => a.row - b.row);
}

/**
 * Warns of numbers without a guardian's name that appear beside more students than one family has: they may be a teacher's or the
 * school's own.
 */
function warnOfNumbers(table: Table<StudentField>, { lines, create, update }: StudentPlan): ImportError[] {
  const warnings = collectFindings(table);
  const unnamed = lines.filter(({ guardian }) => guardian?.named === false);
  const ofNumber = Map.groupBy(unnamed, ({ guardian }) => guardian?.mobileNumber ?? '');
  const fresh = [...create, ...update.filter(({ guardian }) => guardian === 'new').map(({ line }) => line)];
  for (const { row, guardian } of fresh) {
    const students = guardian?.named === false ? (ofNumber.get(guardian.mobileNumber)?.length ?? 0) : 0;
    if (guardian && students >= STUDENTS_OF_SEVERAL_FAMILIES)
      warnings.at(row, 'guardianPhone', 'shared-phone', `stands beside ${students} students`, guardian.mobileNumber, {
        params: { students },
      });
  }
  return warnings.list();
}

/**
 * Warns of rows whose name differs from that of the student with this admission number, as a mistyped number would cause: the row would
 * rename the student and add its guardian. Such a row is accepted once somebody has looked at it.
 */
function warnOfNames(table: Table<StudentField>, changed: readonly Changed[]): ImportError[] {
  const warnings = collectFindings(table);
  const field = (['names', 'firstName', 'lastName'] as const).find((each) => table.column(each)) ?? 'names';
  for (const { line, student } of changed)
    if (namesDiffer(line.names, student.names))
      warnings.at(line.row, field, 'names-differ', `differs from the student's: ${student.names}`, line.names, {
        known: student.names,
      });
  return warnings.list();
}
