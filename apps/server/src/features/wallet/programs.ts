import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { postDeposit, readBalances } from '@mfuko/contract/program-calls';
import type { Moved } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { deposit } from './deposit.ts';

/** Records a bank deposit that a school's own program reports. */
export function depositByProgram(call: Call, input: InputOf<typeof postDeposit>): Promise<Moved> {
  // The bank's reference serves as the key, so that two payments of one amount within seconds are no double press. A reference pays in
  // once anyway.
  const idempotencyKey = call.idempotencyKey ?? input.reference;
  return deposit({ ...call, idempotencyKey }, { ...input, channel: 'bank' });
}

type Balance = AnswerOf<typeof readBalances>;

/** Lists the active students with their balances. */
export async function listBalancesForProgram(tx: ReadTx, query: InputOf<typeof readBalances>): Promise<Page<Balance>> {
  const { rows, total } = await readPage<Omit<Balance, 'balance'> & { balance: bigint }>(tx, query, {
    sql: `SELECT id AS sysid, admission_number AS "admissionNumber", names, class_name AS "className", balance
          FROM student_list WHERE school_id = $1 AND status = 'active'`,
    values: [tx.schoolId],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return { total, rows: rows.map((row) => ({ ...row, balance: toKes(row.balance) })) };
}
