/**
 * SQL of the lines of the wallets of students $2 in school $1: postings, and meals that the school paid in full, which have no posting in
 * the wallet and are placed by time between the postings before and after.
 */
export const WALLET_LINES = `
  SELECT w.account_id, w.entry_id, w.amount, w.balance_after, w.position::numeric AS position, w.at
  FROM postings w WHERE w.school_id = $1 AND w.account_id = ANY ($2::uuid[]) AND w.position IS NOT NULL
  UNION ALL
  SELECT f.student_id, f.id, 0::bigint, COALESCE(b.balance_after, 0), COALESCE(b.position, 0) + 0.5, f.at
  FROM journal_entries f LEFT JOIN LATERAL (
    SELECT w.balance_after, w.position FROM postings w
    WHERE w.school_id = $1 AND w.account_id = f.student_id AND w.position IS NOT NULL AND w.at <= f.at
    ORDER BY w.position DESC LIMIT 1
  ) AS b ON true
  WHERE f.school_id = $1 AND f.student_id = ANY ($2::uuid[]) AND f.kind = 'canteen'
    AND NOT EXISTS (SELECT 1 FROM postings w WHERE w.school_id = $1 AND w.entry_id = f.id AND w.account_id = f.student_id)`;
