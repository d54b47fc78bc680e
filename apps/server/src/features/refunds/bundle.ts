import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: balances that were paid out, with the recipient and the two people who approved. */
export const REFUND_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'refunds',
    ['refunds'],
    `SELECT at AS date, amount, left_over AS "leftOver", reason, guardian_name AS name, state AS "refundState", receipt,
            by_user AS by, decided_at AS decided, decided_by AS "decidedBy", ended_at AS until, result_text AS note
     FROM refunds WHERE school_id = $1 AND student_id = $2 ORDER BY at, id`,
  ),
];
