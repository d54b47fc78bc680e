import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: payments in suspense that were settled for this student, and known payers. */
export const SUSPENSE_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'suspense',
    ['suspense_items', 'suspense_proposals'],
    `SELECT i.paid_at AS date, i.receipt, i.amount, i.account, i.why, i.state AS "suspenseState", p.way, p.note, p.at AS proposed,
            p.by_user AS by, p.decision, p.decided_at AS decided, p.decided_by AS "decidedBy"
     FROM suspense_items i
     LEFT JOIN suspense_proposals p ON p.school_id = i.school_id AND p.item_id = i.id AND p.student_id = $2
     WHERE i.school_id = $1 AND (i.student_id = $2 OR p.id IS NOT NULL) ORDER BY i.paid_at, i.id, p.at`,
  ),
  bundlePart(
    'payers',
    ['known_payers'],
    'SELECT times, last_at AS date FROM known_payers WHERE school_id = $1 AND student_id = $2 ORDER BY last_at',
  ),
];
