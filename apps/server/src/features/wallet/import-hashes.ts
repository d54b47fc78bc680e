import { createHash } from 'node:crypto';
import { type Table, type TableRow, withoutRows } from '../../platform/spreadsheets/table.ts';
import type { DepositField } from './import-rows.ts';
import { findTotals, type TotalRow } from './import-totals.ts';

/**
 * Returns the hashes that identify a list by its rows, without those set aside: all rows as they were parsed, invalid ones included,
 * without totals; and the hash as of earlier versions, which included rows that are titled as a total but match no sum.
 */
export function hashesOfList(whole: Table<DepositField>, setAside: readonly number[]): readonly [Buffer, Buffer] {
  return hashesOf(withoutRows(whole, setAside).rows, findTotals(whole, setAside));
}

/** Returns the hashes of `hashesOfList` for rows whose totals are known. */
export function hashesOf(
  rows: readonly TableRow<DepositField>[],
  totals: readonly TotalRow[],
): readonly [Buffer, Buffer] {
  const without = (left: readonly TotalRow[]) => rows.filter(({ row }) => !left.some((total) => total.row === row));
  return [hashOf(without(totals)), hashOf(without(totals.filter(({ bySum }) => bySum)))];
}

function hashOf(rows: readonly TableRow<DepositField>[]): Buffer {
  const content = rows.map((row) => [row.text('admissionNumber'), row.text('amount'), row.text('reference')]);
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
