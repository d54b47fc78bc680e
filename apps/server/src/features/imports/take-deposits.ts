import type { InputOf } from '@mfuko/contract/endpoint';
import type { ImportAnswer, uploadDeposits } from '@mfuko/contract/imports';
import { toKes } from '@mfuko/contract/money';
import { readOneMoment } from '../../platform/database/snapshot.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireProven } from '../../platform/http/step-up.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { type DepositPlan, recordDeposits } from '../wallet/index.ts';
import { depositListOf } from './deposit-list.ts';
import { hasErrors, noRows } from './errors.ts';
import { keepLeftOut, writeLeftOut } from './left-out.ts';
import { type KnownPlan, plan } from './plan-deposits.ts';
import { tellProgress } from './progress.ts';
import { insertBatch, takeTurn } from './store.ts';
import { counts, traceImport } from './take-students.ts';

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
  const list = depositListOf(await readSheet(input.Deposits.bytes, input.Deposits.filename, 'Deposits'), input);
  const { sheet, table } = list;
  if (table.rows.length === 0) throw noRows('Deposits');
  await tell('checking');
  const planned = await call.read(async (tx) => {
    // One snapshot: a list whose payments are seen must itself be seen, or another user's import of it makes errors of all rows.
    await readOneMoment(tx);
    return plan(tx, list, input);
  });
  if (input.dryRun) return answerOf(planned, null);
  if (isRefused(planned, input)) throw hasErrors(answerOf(planned, null), input.Deposits.filename);
  await tell('recording');
  return call.record(async (tx) => {
    await takeTurn(tx);
    const now = await plan(tx, list, input);
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
        fileHash: list.fileHash,
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

/** Returns true for a list with errors that is to be paid in whole. Repeating a known list is no fault as long as it pays nothing in. */
function isRefused({ errors, lines, skipped }: KnownPlan, asked: { partial: boolean }) {
  return errors.length > 0 && !asked.partial && (skipped === 0 || lines.length > 0);
}

function answerOf(planned: KnownPlan, batchSYSID: string | null): ImportAnswer {
  const { rows, lines, errors, warnings, skipped, paidBefore, leftOut, setAside, totals } = planned;
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
    amountPaidBefore: toKes(paidBefore),
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
