import type { Channel } from '@mfuko/contract/channels';
import type { ReadTx } from '../../platform/database/database.ts';
import { collectFindings } from '../../platform/spreadsheets/findings.ts';
import { type DepositPlan, hashesOfList, isSameTotal, planDeposits, totalsOf } from '../wallet/index.ts';
import type { DepositList } from './deposit-list.ts';
import { findKnownList, recognise } from './known-list.ts';
import { findAlike } from './store.ts';

/** Plan of a list that may have been imported before. */
export type KnownPlan = DepositPlan & {
  /** Number of rows that another import of the list has paid in, totals included. */
  readonly skipped: number;
  /** Cents of those rows. */
  readonly paidBefore: bigint;
};

/**
 * Plans the effects of a list of payments. Where the list was imported before, with or without the corrections, the rows that were paid in
 * then are skipped, and only the others can pay in or be wrong.
 */
export async function plan(
  tx: ReadTx,
  { table, uncorrected, corrected, fileHash }: DepositList,
  asked: { readonly channel: Channel; readonly setAside: readonly number[] },
): Promise<KnownPlan> {
  const contentHashes = [table, uncorrected].flatMap((each) => hashesOfList(each, asked.setAside));
  const known = await findKnownList(tx, fileHash, contentHashes);
  const planned = await planDeposits(tx, table, asked, (_, alike) => findAlike(tx, alike, known?.since));
  if (!known) return { ...planned, skipped: 0, paidBefore: 0n };
  const { paid, changed } = recognise(planned, known, corrected);
  // A difference that was there without the corrections was decided when the rows above the total were paid in.
  const former = totalsOf(uncorrected, asked.setAside);
  const totals = planned.totals.filter((total) => total.isRight || !former.some((each) => isSameTotal(each, total)));
  const isAsked = (row: number) => totals.some((total) => total.row === row && !total.isRight);
  const isTotal = (row: number) => planned.totals.some((total) => total.row === row);
  const isOpen = ({ row }: { readonly row: number }) => !paid.has(row) && !changed.has(row);
  const findings = collectFindings(table);
  for (const [row, list] of changed) {
    const why = `is in a row that was paid in with ${list} already: take the row out, and reverse the payment if it was wrong`;
    findings.at(row, 'admissionNumber', 'paid-otherwise', why, '', { params: { list } });
  }
  const open = planned.errors.filter((error) => isOpen(error) && (!isTotal(error.row) || isAsked(error.row)));
  const errors = [...open, ...findings.list()].toSorted((a, b) => a.row - b.row);
  const wrong = new Set(errors.map(({ row }) => row));
  const lines = planned.lines.filter(isOpen);
  const amounts = new Map([...planned.leftOut, ...planned.readable.map(({ row, amount }) => [row, amount] as const)]);
  return {
    ...planned,
    lines,
    errors,
    warnings: planned.warnings.filter(isOpen),
    totals,
    leftOut: new Map([...amounts].filter(([row]) => wrong.has(row))),
    skipped: planned.rows - wrong.size - lines.length,
    paidBefore: [...paid].reduce((sum, row) => sum + (amounts.get(row) ?? 0n), 0n),
  };
}
