import type { ReadTx } from '../../platform/database/database.ts';
import type { Findings } from '../../platform/spreadsheets/findings.ts';
import type { DepositField } from './import-rows.ts';

interface Payee {
  readonly id: string;
  readonly number: string;
  readonly names: string;
  readonly status: 'active' | 'left';
}

/**
 * Returns the students with these admission numbers, including those who have left; and the numbers that differ from one by leading zeros
 * only.
 */
export async function readPayees(tx: ReadTx, numbers: readonly string[]) {
  const rows = await tx.rows<Payee & { bare: string }>(
    `SELECT id, admission_number AS number, names, status, ltrim(admission_number, '0') AS bare FROM student_list
     WHERE school_id = $1 AND (admission_number = ANY($2) OR (admission_number LIKE '0%' AND ltrim(admission_number, '0') = ANY($2)))`,
    [tx.schoolId, numbers],
  );
  const withZeros = new Map(
    rows.filter(({ number, bare }) => number !== bare).map(({ number, bare }) => [bare, number]),
  );
  return { byNumber: new Map(rows.map((row) => [row.number, row])), withZeros };
}

/**
 * Adds a finding on a row whose number has no active student: the student has left, the number lost its leading zeros, or no student has
 * it.
 */
export function findPayeeFault(
  row: number,
  number: string,
  wasNumber: boolean,
  status: Payee['status'] | undefined,
  withZeros: ReadonlyMap<string, string>,
  findings: Findings<DepositField>,
): void {
  const meant = withZeros.get(number);
  if (status === 'left')
    findings.at(row, 'admissionNumber', 'student-left', 'belongs to a student who has left', number);
  else if (wasNumber && meant !== undefined) {
    findings.at(
      row,
      'admissionNumber',
      'lost-zeros',
      `may be ${meant}, which is there: set the column to text and enter it with its zeros`,
      number,
      { known: meant },
    );
  } else findings.at(row, 'admissionNumber', 'student-unknown', 'belongs to no student', number);
}
