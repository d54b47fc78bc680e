import { toKes } from '@mfuko/contract/money';
import type { Unusual, UnusualCashOuts } from '@mfuko/contract/unusual';
import type { ReadTx } from '../../platform/database/database.ts';
import { countUnusual } from './unusual-findings.ts';

/** Most rows that a person would read. */
const MAX_ROWS = 200;

interface Found extends Omit<Unusual, 'amount' | 'times' | 'usual' | 'limit'> {
  readonly times: bigint;
  readonly amount: bigint;
  /** Cents for `under-limit`; a number of cash-outs for the other kinds. */
  readonly usual: bigint | null;
}

/** Lists the cash-outs of the last days that a head should look into, by the ledger alone. */
export async function listUnusualCashOuts(tx: ReadTx, userId: string, days: number): Promise<UnusualCashOuts> {
  const found = await tx.rows<Found>(
    `SELECT u.kind, u.day::text, b.first_name || ' ' || b.last_names AS by, s.admission_number AS "admissionNumber", s.names,
            u.times, u.amount, u.usual
     FROM unusual_cash_outs($1, $2) AS u
     LEFT JOIN users b ON b.school_id = $1 AND b.id = u.by_user
     LEFT JOIN students s ON s.school_id = $1 AND s.id = u.student_id
     ORDER BY u.day DESC, u.amount DESC, u.kind LIMIT ${MAX_ROWS}`,
    [tx.schoolId, days],
  );
  const rows = found.map(({ times, amount, usual, ...row }) => {
    const isLimit = row.kind === 'under-limit';
    return {
      ...row,
      times: Number(times),
      amount: toKes(amount),
      usual: isLimit || usual === null ? null : Number(usual),
      limit: isLimit && usual !== null ? toKes(usual) : null,
    };
  });
  return { days, rows, waiting: await countUnusual(tx, userId) };
}
