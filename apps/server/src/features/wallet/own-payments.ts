import { toKes } from '@mfuko/contract/money';
import type { OwnPayment } from '@mfuko/contract/wallet';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { CHANNEL } from './channels.ts';

interface Listed
  extends Pick<OwnPayment, 'channel' | 'kind' | 'admissionNumber' | 'names' | 'method' | 'reference' | 'reversed'> {
  readonly id: string;
  readonly token: string;
  readonly date: Date;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
}

/** Lists a user's payments at the desk in the last 24 hours, newest first, for reprinting receipts. */
export async function listOwnPayments(tx: ReadTx, userId: string, query: ListQuery): Promise<Page<OwnPayment>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `SELECT m.id, r.token, m.at AS date, m.kind, m.amount, m.fee, coalesce(p.balance_after, 0) AS balance, m.method, m.reference,
                 ${CHANNEL} AS channel,
                 s.admission_number AS "admissionNumber", s.names,
                 EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = m.school_id AND v.reverses = m.id) AS reversed
          FROM journal_entries m
          JOIN receipts r ON r.school_id = m.school_id AND r.entry_id = m.id
          JOIN postings p ON p.school_id = m.school_id AND p.entry_id = m.id AND p.account_id = m.student_id
          JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
          WHERE m.school_id = $1 AND m.by_user = $2 AND m.kind IN ('deposit', 'cash-out')
            AND m.at > clock_timestamp() - interval '24 hours'`,
    values: [tx.schoolId, userId],
    searched: ['admissionNumber', 'names', 'reference'],
    sort: '-date',
    tie: 'id',
  });
  return {
    total: page.total,
    rows: page.rows.map(({ id, token, date, amount, fee, balance, ...row }) => ({
      ...row,
      amount: toKes(amount),
      fee: toKes(fee),
      balance: toKes(balance),
      receipt: { sysid: id, token, date: date.toISOString() },
    })),
  };
}
