import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { postDeposit, readBalances } from '@mfuko/contract/program-calls';
import type { Moved } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Call, Page } from '../../platform/http/call.ts';
import { deposit } from './deposit.ts';

/** Money at the bank, told by a school's own program. */
export function depositByProgram(call: Call, input: InputOf<typeof postDeposit>): Promise<Moved> {
  // The bank's reference pays in once, so that two of one amount within seconds are two payments and no double press.
  const idempotencyKey = call.idempotencyKey ?? input.reference;
  return deposit({ ...call, idempotencyKey }, { ...input, channel: 'bank' });
}

type Balance = AnswerOf<typeof readBalances>;

/** Lists the active students with what they hold. */
export async function listBalancesForProgram(tx: ReadTx, query: InputOf<typeof readBalances>): Promise<Page<Balance>> {
  const { rows, total } = await readPage<Omit<Balance, 'balance'> & { balance: bigint }>(tx, query, {
    sql: `SELECT id AS sysid, admission_number AS "admissionNumber", names, class_name AS "className", balance
          FROM student_list WHERE school_id = $1 AND status = 'active'`,
    values: [tx.schoolId],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    tie: 'sysid',
  });
  return { total, rows: rows.map((row) => ({ ...row, balance: toKes(row.balance) })) };
}
