import { parseKes } from '@mfuko/contract/money';
import { readTypedAmount } from '@mfuko/contract/typed-amount';
import type { Table } from '../../platform/spreadsheets/table.ts';
import type { DepositField } from './import-rows.ts';

/** A row that is the sum of others and nobody's payment. */
export interface TotalRow {
  readonly row: number;
  /** Cents. */
  readonly amount: bigint;
}

/** A sum of fewer rows could be a payment of the same amount whose number is missing. */
const FEWEST = 2;

/**
 * Rows of a list of payments that name no student and come to what stands above them: to all of it, to all that names a
 * student, or to all since the total before.
 */
export function findTotals(table: Table<DepositField>): TotalRow[] {
  const found: TotalRow[] = [];
  const sums = { all: none(), named: none(), part: none() };
  for (const row of table.rows) {
    const amount = parseKes(readTypedAmount(row.text('amount')).wire) ?? 0n;
    const named = /\d/.test(row.text('admissionNumber'));
    const isTotal = Object.values(sums).some(({ rows, amount: sum }) => rows >= FEWEST && sum === amount);
    if (!named && amount > 0n && isTotal) {
      found.push({ row: row.row, amount });
      sums.part = none();
      continue;
    }
    for (const sum of named ? [sums.all, sums.named, sums.part] : [sums.all]) {
      sum.rows++;
      sum.amount += amount;
    }
  }
  return found;
}

/** Rows that the sender set aside, and what they come to without totals. */
export function sumSetAside(
  table: Table<DepositField>,
  setAside: readonly number[],
  totals: readonly TotalRow[],
): { rows: number; amount: bigint } {
  const asked = new Set(setAside);
  const sums = new Set(totals.map(({ row }) => row));
  const rows = table.rows.filter(({ row }) => asked.has(row));
  const amounts = rows.map((row) => (sums.has(row.row) ? null : parseKes(readTypedAmount(row.text('amount')).wire)));
  return { rows: rows.length, amount: amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) };
}

function none() {
  return { rows: 0, amount: 0n };
}
