-- Balances of a school by kind of account, in cents: wallets by their balances, the school's own accounts by the newest closed
-- day as it was amended and the postings since.
CREATE OR REPLACE FUNCTION book_balances(the_school uuid) RETURNS TABLE (kind text, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  closed record;
BEGIN
  SELECT book_closing(the_school, d.number) AS closing, d.ends INTO closed
  FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
  RETURN QUERY
  SELECT a.kind, sum(a.balance)::bigint FROM accounts a WHERE a.school_id = the_school AND a.kind = 'wallet' GROUP BY a.kind
  UNION ALL
  SELECT each.kind, coalesce((closed.closing ->> each.kind)::bigint, 0) + sum(each.since)::bigint
  FROM (
    SELECT a.kind, (
      SELECT coalesce(sum(p.amount), 0) FROM postings p
      WHERE p.school_id = the_school AND p.account_id = a.id AND p.position IS NULL
        AND p.at >= coalesce(closed.ends, '-infinity')) AS since
    FROM accounts a WHERE a.school_id = the_school AND a.kind <> 'wallet'
  ) AS each GROUP BY each.kind;
END $$;
