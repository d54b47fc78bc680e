import { createHash } from 'node:crypto';
import type { Channel } from '@mfuko/contract/channels';
import type { ImportError } from '@mfuko/contract/imports';
import { formatKes, toKes } from '@mfuko/contract/money';
import { namesDiffer } from '@mfuko/contract/person-names';
import type { ReadTx } from '../../platform/database/database.ts';
import { collectFindings, requireColumns } from '../../platform/spreadsheets/findings.ts';
import { type Table, withoutRows } from '../../platform/spreadsheets/table.ts';
import { hashesOf } from './import-hashes.ts';
import { findPayeeFault, readPayees } from './import-payees.ts';
import { type DepositField, readDepositLine } from './import-rows.ts';
import { flagUsedSlips } from './import-slips.ts';
import { addTotalFindings, findTotals, sumSetAside, type TotalRow } from './import-totals.ts';

/** A valid payment of a list. */
export interface DepositLine {
  readonly row: number;
  readonly studentId: string;
  /** Cents. */
  readonly amount: bigint;
  readonly reference: string | null;
  /** Digest of student, amount and reference, equal for payments that look alike. */
  readonly alike: Buffer;
}

export interface DepositPlan {
  /** Number of rows, without those set aside. */
  readonly rows: number;
  readonly lines: readonly DepositLine[];
  /** The lines, and the rows that would be lines but for a payment before them, in this list or another one. */
  readonly readable: readonly DepositLine[];
  readonly errors: readonly ImportError[];
  /** Warnings of rows that are paid in although their name differs much from the student's. */
  readonly warnings: readonly ImportError[];
  /** Cents of each row that is not paid in, as far as they can be read. */
  readonly leftOut: ReadonlyMap<number, bigint>;
  /** Number of rows that the sender set aside, and the cents of those that are no totals. */
  readonly setAside: { readonly rows: number; readonly amount: bigint };
  readonly totals: readonly TotalRow[];
  /** First hash of `hashesOfList`. */
  readonly contentHash: Buffer;
}

/**
 * Compares a list of payments with the school, without the rows set aside. `paidBefore` returns which payments look like those of another
 * list of the last days, and that list's name. Records nothing.
 */
export async function planDeposits(
  tx: ReadTx,
  whole: Table<DepositField>,
  { channel, setAside }: { readonly channel: Channel; readonly setAside: readonly number[] },
  paidBefore: (tx: ReadTx, alike: readonly Buffer[]) => Promise<ReadonlyMap<string, string>>,
): Promise<DepositPlan> {
  const table = withoutRows(whole, setAside);
  const totals = findTotals(whole, setAside);
  const findings = collectFindings(table);
  const warnings = collectFindings(table);
  const rows = requireColumns(table, findings, ['admissionNumber', 'amount']) ? table.rows : [];
  addTotalFindings(rows, totals, findings);
  const read = rows.map((row) => readDepositLine(row, findings));
  const students = await readPayees(
    tx,
    read.flatMap(({ admissionNumber }) => admissionNumber ?? []),
  );
  const { most } = (await tx.row<{ most: bigint }>('SELECT entry_limit AS most FROM schools WHERE id = $1', [
    tx.schoolId,
  ])) ?? { most: 0n };
  const firstOf = new Map<string, number>();
  const lines: DepositLine[] = [];
  for (const { row, admissionNumber, wasNumber, amount, reference, names } of read) {
    if (amount !== null && amount > most)
      findings.at(
        row,
        'amount',
        'over-limit',
        `is more than one payment may be: ${formatKes(most)}`,
        formatKes(amount),
        { params: { most: toKes(most) } },
      );
    const student = admissionNumber === null ? undefined : students.byNumber.get(admissionNumber);
    if (admissionNumber !== null && student?.status !== 'active')
      findPayeeFault(row, admissionNumber, wasNumber, student?.status, students.withZeros, findings);
    if (!student || amount === null || findings.has(row)) continue;
    if (namesDiffer(names, student.names))
      warnings.at(row, 'names', 'names-differ', `differs from the student's: ${student.names}`, names, {
        known: student.names,
      });
    const alike = createHash('sha256')
      .update(JSON.stringify([student.id, String(amount), reference?.toLowerCase() ?? '']))
      .digest();
    const first = firstOf.get(alike.toString('hex'));
    if (first === undefined) firstOf.set(alike.toString('hex'), row);
    else
      findings.at(
        row,
        'reference',
        'duplicate-row',
        `is the same as row ${first}: give each payment a reference of its own`,
        reference ?? '',
        { params: { first } },
      );
    lines.push({ row, studentId: student.id, amount, reference, alike });
  }
  const before = await paidBefore(
    tx,
    lines.map(({ alike }) => alike),
  );
  for (const { row, alike, reference } of lines) {
    const list = before.get(alike.toString('hex'));
    if (list !== undefined)
      findings.at(
        row,
        'reference',
        'paid-in-before',
        `was paid in with ${list} already: take the row out, or give it a reference of its own`,
        reference ?? '',
        { params: { list } },
      );
  }
  await flagUsedSlips(tx, channel, lines, findings);
  // The amounts of totals are excluded, since the rows above contain them; so a list has the same hash with and without its totals.
  const isTotal = ({ row }: { readonly row: number }) => totals.some((total) => total.row === row);
  const left = read.filter((line) => findings.has(line.row) && !isTotal(line));
  return {
    rows: table.rows.length,
    lines: lines.filter(({ row }) => !findings.has(row)),
    readable: lines,
    errors: findings.list(),
    warnings: warnings.list().filter(({ row }) => !findings.has(row)),
    leftOut: new Map(left.map(({ row, amount }) => [row, amount ?? 0n])),
    setAside: sumSetAside(whole, setAside, totals),
    totals,
    contentHash: hashesOf(rows, totals)[0],
  };
}
