import type { Channel } from '@mfuko/contract/channels';
import type { InputOf } from '@mfuko/contract/endpoint';
import type { ImportAnswer, uploadDeposits } from '@mfuko/contract/imports';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireProven } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { applyCorrections } from '../../platform/spreadsheets/corrections.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { layOut, type Table } from '../../platform/spreadsheets/table.ts';
import { DEPOSIT_COLUMNS, type DepositPlan, planDeposits, recordDeposits } from '../wallet/index.ts';
import { hasErrors, noRows } from './errors.ts';
import { keepLeftOut, writeLeftOut } from './left-out.ts';
import { tellProgress } from './progress.ts';
import { findAlike, findPaid, insertBatch, takeTurn } from './store.ts';
import { counts, traceImport } from './take-students.ts';

type DepositTable = Table<(typeof DEPOSIT_COLUMNS)[number]['name']>;

/**
 * Pays in a list of pocket money in one transaction: all rows, or with `partial` the valid ones. Rows that were imported before are
 * skipped. Throws sheet.unreadable, sheet.too-large, import.has-errors with the answer as detail, session.step-up.
 */
export async function takeDeposits(
  call: Call,
  context: AppContext,
  input: InputOf<typeof uploadDeposits>,
): Promise<ImportAnswer> {
  const tell = tellProgress(context, call, input.progress);
  await tell('reading');
  const sheet = applyCorrections(
    await readSheet(input.Deposits.bytes, input.Deposits.filename, 'Deposits'),
    input.mends,
  );
  const table = layOut(sheet, DEPOSIT_COLUMNS, input.mapping);
  if (table.rows.length === 0) throw noRows('Deposits');
  await tell('checking');
  const planned = await call.read((tx) => plan(tx, table, input));
  if (input.dryRun) return answerOf(planned, null);
  if (isRefused(planned, input)) throw hasErrors(answerOf(planned, null), input.Deposits.filename);
  await tell('recording');
  return call.record(async (tx) => {
    await takeTurn(tx);
    const now = await plan(tx, table, input);
    if (isRefused(now, input)) throw hasErrors(answerOf(now, null), input.Deposits.filename);
    if (now.lines.length === 0) return answerOf(now, null);
    // A list can fill any number of wallets, so a session without a second factor must not suffice.
    requireProven(call.actor, context.config.production);
    const id = newId();
    const entries = await recordDeposits(tx, call, now.lines, id, input.channel);
    const answer = answerOf(now, id);
    const leftOut = await writeLeftOut(sheet, table, now.errors, input.setAside);
    await insertBatch(
      tx,
      {
        id,
        kind: 'deposits',
        fileName: input.Deposits.filename.slice(-200),
        contentHash: now.contentHash,
        ...counts(answer),
        amount: now.lines.reduce((sum, { amount }) => sum + amount, 0n),
        classes: [],
        byUser: call.actor.userId,
      },
      now.lines.map(({ row, studentId, alike }) => ({
        row,
        outcome: 'paid',
        studentId,
        entryId: entries.get(row) ?? null,
        alike,
        change: {},
      })),
    );
    await keepLeftOut(tx, context.keys, id, leftOut);
    await traceImport(tx, call, 'deposits', answer);
    return answer;
  });
}

/**
 * Plans the effects of a list of payments. Where the very same rows were imported before, nothing is paid in, and only the rows that were
 * not paid in then have errors: whoever mends one has another list.
 */
export async function plan(
  tx: ReadTx,
  table: DepositTable,
  asked: { readonly channel: Channel; readonly setAside: readonly number[] },
): Promise<DepositPlan & { readonly skipped: number }> {
  const planned = await planDeposits(tx, table, asked, findAlike);
  const paid = await findPaid(tx, [planned.contentHash, planned.formerHash]);
  if (paid.length === 0) return { ...planned, skipped: 0 };
  const errors = errorsOfUnpaid(planned, paid);
  const wrong = new Set(errors.map(({ row }) => row));
  const leftOut = new Map([...planned.leftOut].filter(([row]) => wrong.has(row)));
  return { ...planned, lines: [], warnings: [], errors, leftOut, skipped: planned.rows - wrong.size };
}

/** Returns true for a list with errors that is to be paid in whole. A known list pays nothing in, so that repeating it is no fault. */
function isRefused(
  { errors, skipped }: { errors: DepositPlan['errors']; skipped: number },
  asked: { partial: boolean },
) {
  return errors.length > 0 && !asked.partial && skipped === 0;
}

/** Returns the errors of the rows that another import of the list has not paid in, without those of totals. */
function errorsOfUnpaid(planned: DepositPlan, paid: Awaited<ReturnType<typeof findPaid>>): DepositPlan['errors'] {
  const alike = new Set(paid.flatMap((line) => line.alike?.toString('hex') ?? []));
  const numbers = new Set(paid.map(({ row }) => row));
  // Each payment counts for one row, the first that looks like it. A row whose student has left since is known by its number alone.
  const isPaid = new Map(planned.readable.map((line) => [line.row, alike.delete(line.alike.toString('hex'))]));
  const totals = new Set(planned.totals.map(({ row }) => row));
  return planned.errors.filter(({ row }) => !totals.has(row) && !(isPaid.get(row) ?? numbers.has(row)));
}

function answerOf(planned: DepositPlan & { skipped: number }, batchSYSID: string | null): ImportAnswer {
  const { rows, lines, errors, warnings, skipped, leftOut, setAside, totals } = planned;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
  return {
    rows: rows + setAside.rows,
    created: lines.length,
    updated: 0,
    skipped,
    errors: [...errors],
    warnings: [...warnings],
    newClasses: [],
    amount: toKes(amount),
    amountLeftOut: toKes([...leftOut.values()].reduce((sum, amount) => sum + amount, 0n)),
    setAside: setAside.rows,
    amountSetAside: toKes(setAside.amount),
    totals: totals.filter(({ isRight }) => isRight).map((total) => ({ ...said(total), titled: total.titled })),
    totalsThatDiffer: totals.filter(({ isRight }) => !isRight).map(said),
    batchSYSID,
  };
}

/** Returns a total of the sheet and the sum of its rows, in KES. */
function said({ row, amount, comesTo, setAside }: DepositPlan['totals'][number]) {
  return { row, amount: toKes(amount), comesTo: toKes(comesTo), setAside: toKes(setAside) };
}
