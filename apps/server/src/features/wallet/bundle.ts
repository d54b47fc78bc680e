import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: proposed reversals, and cash-outs that a second person approved despite a hold. */
export const WALLET_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'reversals',
    ['reversal_proposals'],
    `SELECT p.at AS date, e.amount, e.reference, p.reason, p.by_user AS by, p.decision, p.decided_at AS decided, p.decided_by AS "decidedBy"
     FROM reversal_proposals p JOIN journal_entries e ON e.school_id = p.school_id AND e.id = p.entry_id
     WHERE p.school_id = $1 AND e.student_id = $2 ORDER BY p.at, p.id`,
  ),
  bundlePart(
    'heldCashOuts',
    ['held_cash_outs'],
    `SELECT e.at AS date, e.amount, e.by_user AS by, split_part(h.means, ':', 1) AS means, nullif(split_part(h.means, ':', 2), '') AS finger
     FROM held_cash_outs h JOIN journal_entries e ON e.school_id = h.school_id AND e.id = h.entry_id
     WHERE h.school_id = $1 AND e.student_id = $2 ORDER BY e.at, e.id`,
  ),
];
