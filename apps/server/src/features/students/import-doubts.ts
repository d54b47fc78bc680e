import type { ImportError } from '@mfuko/contract/imports';
import { namesDiffer } from '@mfuko/contract/person-names';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import type { Table } from '../../platform/spreadsheets/table.ts';
import type { Changed } from './import-plan.ts';
import type { StudentField } from './import-rows.ts';

/**
 * Rows that would give a student of the school a name that is hardly theirs, and the guardian of the row with it: a mistyped
 * admission number looks like that. Such a row is taken once somebody has looked at it.
 */
export function doubtNames(table: Table<StudentField>, changed: readonly Changed[]): ImportError[] {
  const doubts = collectFindings(table);
  const field = (['names', 'firstName', 'lastName'] as const).find((each) => table.column(each)) ?? 'names';
  for (const { line, student } of changed)
    if (namesDiffer(line.names, student.names))
      doubts.at(line.row, field, 'names-differ', `differs from the student's: ${student.names}`, line.names, {
        known: student.names,
      });
  return doubts.list();
}
