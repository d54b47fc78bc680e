import { formatKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database.ts';
import { tellStaff } from '../notices/index.ts';

const DAY = 86_400;

/** Rings every bell of the school where its books are not in order; once a day for as long as they are not. */
export async function ring(tx: Tx): Promise<void> {
  const state = await tx.row<{ difference: bigint; provider: bigint; findings: number }>(
    `SELECT difference, coalesce(provider_difference, 0)::bigint AS provider, findings FROM book_states WHERE school_id = $1`,
    [tx.schoolId],
  );
  if (!state || (state.difference === 0n && state.provider === 0n && state.findings === 0)) return;
  await tellStaff(tx, {
    kind: 'books.wrong',
    subject: { kind: 'books', id: 'now' },
    params: {
      count: state.findings,
      difference: formatKes(state.difference),
      atProvider: formatKes(state.provider),
    },
    quietSeconds: DAY - 3_600,
  });
}
