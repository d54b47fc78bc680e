import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Bundle of this feature: rows of M-Pesa's statements that are payments for the student. */
export const STATEMENT_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'statementRows',
    ['payment_statement_rows'],
    `SELECT w.paid_at AS date, w.receipt, w.amount, w.account, s.file_name AS "fileName", s.by_user AS by
     FROM payment_statement_rows w
     JOIN payments p ON p.school_id = w.school_id AND p.receipt = w.receipt
     JOIN payment_statements s ON s.school_id = w.school_id AND s.id = w.statement_id
     WHERE w.school_id = $1 AND p.student_id = $2 ORDER BY w.paid_at, w.receipt`,
  ),
];
