import { formatKes } from '@mfuko/contract/money';
import type { Tx } from '../../platform/database/database.ts';
import { notifyStaff } from '../notices/index.ts';
import { PULL_REACH_HOURS } from '../payments/index.ts';
import { VERIFIED_AT } from './state.ts';

const DAY = 86_400;
const HOUR_MS = 3_600_000;
/** Days without a verification after which staff are alerted: the nightly check fails, or has never run. */
const UNVERIFIED_DAYS = 3;

/** Alerts the school's staff while its books are wrong, at most once a day. */
export async function alert(tx: Tx): Promise<void> {
  const state = await tx.row<{ difference: bigint; provider: bigint; findings: number }>(
    `SELECT difference, coalesce(provider_difference, 0)::bigint AS provider, findings FROM book_states WHERE school_id = $1`,
    [tx.schoolId],
  );
  if (!state || (state.difference === 0n && state.provider === 0n && state.findings === 0)) return;
  // If the only difference is money that M-Pesa holds beyond the books, payments are missing rather than the books wrong.
  if (state.difference === 0n && state.findings === 0 && state.provider > 0n) {
    await notifyStaff(tx, {
      kind: 'payment.missing',
      subject: { kind: 'books', id: 'provider' },
      params: { amount: formatKes(state.provider), before: reachOf(new Date()).toISOString() },
      quietSeconds: DAY - 3_600,
    });
    return;
  }
  await notifyStaff(tx, {
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

/** Returns the oldest moment whose payments M-Pesa still lists; earlier ones are on the organisation's statement only. */
export function reachOf(asked: Date): Date {
  return new Date(asked.getTime() - PULL_REACH_HOURS * HOUR_MS);
}

/** Alerts staff if the books have entries but were not verified for days; at most once a day. */
export async function alertWhereUnverified(tx: Tx): Promise<void> {
  const state = await tx.row<{ days: number | null }>(
    `SELECT floor(extract(epoch FROM clock_timestamp() - coalesce(${VERIFIED_AT}, m.first)) / ${DAY})::int AS days
     FROM (SELECT min(at) AS first FROM journal_entries WHERE school_id = $1) AS m
     LEFT JOIN book_states b ON b.school_id = $1`,
    [tx.schoolId],
  );
  if (!state || state.days === null || state.days < UNVERIFIED_DAYS) return;
  await notifyStaff(tx, {
    kind: 'books.unverified',
    subject: { kind: 'books', id: 'whole' },
    params: { days: state.days },
    quietSeconds: DAY - 3_600,
  });
}
