import type { ImportError } from '@mfuko/contract/imports';
import { namesDiffer } from '@mfuko/contract/person-names';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import type { Changed, StudentPlan } from './import-plan.ts';
import type { StudentField } from './import-rows.ts';

/** Students of one family seldom are more at one school; a teacher's number stands beside a whole class. */
const STUDENTS_OF_SEVERAL_FAMILIES = 4;

/** All that a plan would record and that somebody should look at first. */
export function warningsOf(table: Table<StudentField>, plan: StudentPlan): ImportError[] {
  return [...warnOfNames(table, plan.update), ...warnOfNumbers(table, plan)].toSorted((a, b) => a.row - b.row);
}

/** Numbers that the list gives to nobody by name, and to more students than one family has: a teacher's or the school's own, as likely as a guardian's. */
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
 * Rows that would give a student of the school a name that is hardly theirs, and the guardian of the row with it: a mistyped
 * admission number looks like that. Such a row is taken once somebody has looked at it.
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
