import type { ReadTx } from '../../platform/database/database.ts';
import { equate } from './rules.ts';
import { VERIFIED_AT } from './state.ts';
import { readBalances } from './store.ts';

/**
 * Tells whether the hourly check has anything to do. It has not if no entry was made since the last check, which found nothing, the
 * days are closed, the books were verified in one of the last three nights, and the accounts sum to zero: a balance that was altered by
 * hand changes the sum. An entry may commit up to ten minutes after its stamp (`closeDays`).
 */
export async function needsLook(tx: ReadTx): Promise<boolean> {
  const state = await tx.row<{ due: boolean }>(
    `SELECT b.findings > 0 OR b.difference <> 0 OR coalesce(b.provider_difference, 0) <> 0
            OR coalesce(${VERIFIED_AT} < clock_timestamp() - interval '3 days', true)
            OR coalesce((SELECT max(d.ends) FROM book_days d WHERE d.school_id = $1),
                        (SELECT min(m.at) FROM journal_entries m WHERE m.school_id = $1)) < clock_timestamp() - interval '1 day 10 minutes'
            OR EXISTS (SELECT 1 FROM journal_entries m WHERE m.school_id = $1 AND m.at >= b.checked_at - interval '10 minutes') AS due
     FROM (SELECT 1) AS one LEFT JOIN book_states b ON b.school_id = $1`,
    [tx.schoolId],
  );
  return state?.due !== false || equate(await readBalances(tx)).difference !== 0n;
}
