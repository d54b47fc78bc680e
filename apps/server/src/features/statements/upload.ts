import type { InputOf } from '@mfuko/contract/endpoint';
import { formatKes, toKes } from '@mfuko/contract/money';
import type { MpesaStatement, previewMpesaStatement, StatementPreview } from '@mfuko/contract/mpesa-statements';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call, ReadCall } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { notifyStaff } from '../notices/index.ts';
import { closeGap, notifyDifference, tellByStatement } from '../payments/index.ts';
import { showStatement } from './list.ts';
import { type Plan, plan, previewOf } from './plan.ts';
import { readStatement, type Statement } from './read-statement.ts';

/** Previews a statement row by row. Records nothing. */
export async function preview(call: ReadCall, input: InputOf<typeof previewMpesaStatement>): Promise<StatementPreview> {
  const statement = await read(input);
  return call.read(async (tx) => previewOf(tx, await plan(tx, statement)));
}

/**
 * Stores a statement: each payment that is not booked is recorded, and M-Pesa is asked about it. The same statement again returns the
 * first. Throws input.malformed where the file is no statement, or another school's.
 */
export async function upload(
  call: Call,
  context: AppContext,
  input: InputOf<typeof previewMpesaStatement>,
): Promise<MpesaStatement> {
  const statement = await read(input);
  return call.record(async (tx) => {
    // Lock the school's statements, so that the second of two simultaneous uploads finds the first.
    await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('mpesa-statement:' || $1, 0))`, [tx.schoolId]);
    const planned = await plan(tx, statement);
    const known = await tx.row<{ id: string }>(
      `SELECT id FROM payment_statements WHERE school_id = $1 AND content_hash = $2 AND decision IS DISTINCT FROM 'rejected'`,
      [tx.schoolId, planned.contentHash],
    );
    const id = known?.id ?? (await keep(tx, context, call, input.Statement.filename, planned));
    return showStatement(tx, call, id);
  });
}

async function read({ Statement: file }: InputOf<typeof previewMpesaStatement>): Promise<Statement> {
  return readStatement(await readSheet(file.bytes, file.filename, 'Statement'), file.filename);
}

async function keep(tx: Tx, context: AppContext, call: Call, fileName: string, planned: Plan): Promise<string> {
  const { statement, toAsk, lines, contentHash } = planned;
  const id = newId();
  await tx.row(
    `INSERT INTO payment_statements (school_id, id, file_name, short_code, begins, ends, content_hash, by_user)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.schoolId,
      id,
      fileName.slice(-200).toWellFormed() || 'statement',
      statement.shortCode,
      statement.from,
      statement.until,
      contentHash,
      call.actor.userId,
    ],
  );
  for (const { receipt, amount, paidAt, account, payer } of toAsk)
    await tellByStatement(tx, context, { receipt, amount, paidAt, account, payer });
  await tx.rows(
    `INSERT INTO payment_statement_rows (school_id, statement_id, receipt, row, amount, paid_at, account)
     SELECT $1, $2, * FROM unnest($3::text[], $4::int[], $5::bigint[], $6::timestamptz[], $7::text[])`,
    [
      tx.schoolId,
      id,
      toAsk.map(({ receipt }) => receipt),
      toAsk.map(({ row }) => row),
      toAsk.map(({ amount }) => amount),
      toAsk.map(({ paidAt }) => paidAt),
      toAsk.map(({ account }) => account),
    ],
  );
  for (const { kind, receipt, booked, amount } of lines)
    if (kind === 'differs' && booked !== null) await notifyDifference(tx, receipt, booked, amount);
  await closeGap(tx, statement.from, statement.until);
  const sum = toAsk.reduce((total, { amount }) => total + amount, 0n);
  await audit(tx, call, {
    action: 'statement.upload',
    subjectKind: 'statement',
    subjectId: id,
    detail: { file: fileName.slice(-100), payments: toAsk.length, amount: formatKes(sum) },
  });
  if (toAsk.length > 0) {
    const notice: NewNotice = {
      kind: 'payment.statement',
      subject: { kind: 'statement', id },
      params: { by: call.actor.names, file: fileName.slice(-100), count: toAsk.length, amount: toKes(sum) },
      knownTo: call.actor.userId,
    };
    await notifyStaff(tx, notice, id);
  }
  return id;
}
