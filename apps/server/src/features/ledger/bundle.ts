import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: every movement of the wallet, each with the balance that it left. */
export const LEDGER_BUNDLE: readonly BundlePart[] = [
  bundlePart('wallet', ['accounts'], 'SELECT balance, closed FROM accounts WHERE school_id = $1 AND student_id = $2'),
  bundlePart(
    'money',
    ['journal_entries', 'postings'],
    `SELECT e.at AS date, e.kind AS movement, e.amount, e.fee, p.amount AS change, p.balance_after AS "balanceAfter", e.method,
            e.reference, e.latitude, e.longitude, e.by_user AS by
     FROM journal_entries e
     LEFT JOIN accounts a ON a.school_id = e.school_id AND a.student_id = e.student_id
     LEFT JOIN postings p ON p.school_id = e.school_id AND p.entry_id = e.id AND p.account_id = a.id
     WHERE e.school_id = $1 AND e.student_id = $2 ORDER BY p.position NULLS LAST, e.at, e.id`,
  ),
];
