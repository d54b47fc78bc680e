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
import { findAlike, insertBatch, isKnown, takeTurn } from './store.ts';
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
  if (planned.errors.length > 0 && !input.partial) throw hasErrors(answerOf(planned, null), input.Deposits.filename);
  await tell('recording');
  return call.record(async (tx) => {
    await takeTurn(tx);
    const now = await plan(tx, table, input);
    if (now.errors.length > 0 && !input.partial) throw hasErrors(answerOf(now, null), input.Deposits.filename);
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

/** Plans the effects of a list of payments; none where the very same rows were imported before. */
export async function plan(
  tx: ReadTx,
  table: DepositTable,
  asked: { readonly channel: Channel; readonly setAside: readonly number[] },
): Promise<DepositPlan & { readonly skipped: number }> {
  const planned = await planDeposits(tx, table, asked, findAlike);
  if ((await isKnown(tx, planned.contentHash)) || (await isKnown(tx, planned.formerHash)))
    return { ...planned, lines: [], errors: [], warnings: [], amountLeftOut: 0n, skipped: planned.rows };
  return { ...planned, skipped: 0 };
}

function answerOf(planned: DepositPlan & { skipped: number }, batchSYSID: string | null): ImportAnswer {
  const { rows, lines, errors, warnings, skipped, amountLeftOut, setAside, totals } = planned;
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
    amountLeftOut: toKes(amountLeftOut),
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
