import type { ReadTx } from '../../platform/database/database.ts';
import { equate } from './rules.ts';
import { VERIFIED_AT } from './state.ts';
import { readBalances } from './store.ts';

/**
 * Tells the hourly look if it has anything to look at. It has not where nothing moved since the last one, that one found nothing, the days are
 * closed, it was verified in one of the last three nights, and the accounts add up to nothing: a balance that was written by hand is seen by
 * their sum. A journal entry is stamped up to ten minutes before it commits (`closeDays`).
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
