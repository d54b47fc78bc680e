import type { BankTransfer, getBankTransfers } from '@mfuko/contract/bank-transfers';
import type { BookDay } from '@mfuko/contract/books';
import type { InputOf } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { nameOf } from './amendments.ts';

interface Listed extends Omit<BankTransfer, 'amount' | 'date' | 'decidedAt'> {
  readonly amount: bigint;
  readonly date: Date;
  readonly decidedAt: Date | null;
}

const TRANSFERS = `
  SELECT b.id AS sysid, b.way, b.amount, b.reference, coalesce(b.decision, 'proposed') AS state, b.at AS date,
         ${nameOf('u')} AS "by", b.by_user = $2 AS mine,
         CASE WHEN b.decided_by IS NOT NULL THEN ${nameOf('d')} END AS "decidedBy", b.decided_at AS "decidedAt"
  FROM bank_transfers b LEFT JOIN users u ON u.school_id = b.school_id AND u.id = b.by_user
  LEFT JOIN users d ON d.school_id = b.school_id AND d.id = b.decided_by
  WHERE b.school_id = $1`;

/** Lists transfers between bank and cash desk, the newest first; `userId` is the user who asks. */
export async function listTransfers(
  tx: ReadTx,
  query: InputOf<typeof getBankTransfers>,
  userId: string,
): Promise<Page<BankTransfer>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `${TRANSFERS} AND ($3::text IS NULL OR coalesce(b.decision, 'proposed') = $3)`,
    values: [tx.schoolId, userId, query.state ?? null],
    searched: ['reference', 'by', 'decidedBy'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asRow) };
}

/** Reads one transfer, which must exist. */
export async function readTransfer(tx: ReadTx, sysid: string, userId: string): Promise<BankTransfer> {
  const found = await tx.row<Listed>(`${TRANSFERS} AND b.id = $3`, [tx.schoolId, userId, sysid]);
  if (!found) throw new TypeError('The bank transfer has no row.');
  return asRow(found);
}

function asRow({ amount, date, decidedAt, ...row }: Listed): BankTransfer {
  return { ...row, amount: toKes(amount), date: date.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}

/** Lists the transfers of a closed day in the order of booking. */
export async function transfersOfDay(tx: ReadTx, day: string): Promise<BookDay['transfers']> {
  const rows = await tx.rows<Omit<BookDay['transfers'][number], 'amount'> & { amount: bigint }>(
    `SELECT b.id AS sysid, b.way, b.amount, b.reference, ${nameOf('u')} AS "proposedBy", ${nameOf('a')} AS "approvedBy"
     FROM book_days d
     JOIN journal_entries m ON m.school_id = d.school_id AND m.at >= d.begins AND m.at < d.ends AND m.kind = 'bank-transfer'
     JOIN bank_transfers b ON b.school_id = m.school_id AND b.entry_id = m.id
     LEFT JOIN users u ON u.school_id = b.school_id AND u.id = b.by_user
     LEFT JOIN users a ON a.school_id = b.school_id AND a.id = b.decided_by
     WHERE d.school_id = $1 AND d.day = $2::date ORDER BY m.at, m.id`,
    [tx.schoolId, day],
  );
  return rows.map((row) => ({ ...row, amount: toKes(row.amount) }));
}
