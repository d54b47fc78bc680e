-- Closing balances of a day by kind of account, in cents, with amendments: journal entries that were put into that day or the days
-- before it after it had been closed.
CREATE OR REPLACE FUNCTION book_closing(the_school uuid, the_number int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(sums.kind, sums.cents), '{}')
  FROM (
    SELECT each.kind, sum(each.cents)::bigint AS cents
    FROM (
      SELECT c.key AS kind, c.value::bigint AS cents
      FROM book_days d CROSS JOIN LATERAL jsonb_each_text(d.closing) AS c
      WHERE d.school_id = the_school AND d.number = the_number
      UNION ALL
      SELECT c.key, c.value::bigint
      FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
      CROSS JOIN LATERAL jsonb_each_text(a.change) AS c
      WHERE a.school_id = the_school AND a.newest >= the_number AND d.number <= the_number
    ) AS each GROUP BY each.kind
  ) AS sums
$$;
