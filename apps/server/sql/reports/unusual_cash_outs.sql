-- Unusual cash-outs of a school's last days, as a head would look into them: who paid out, to whom, how often and how much, and what
-- is usual there. Taken-back ones are left out, and where two people have agreed so are those under a limit or after a change.
CREATE OR REPLACE FUNCTION unusual_cash_outs(the_school uuid, the_days int)
RETURNS TABLE (kind text, day date, by_user uuid, student_id uuid, times bigint, amount bigint, usual bigint) LANGUAGE sql STABLE AS $$
  WITH zone AS (
    SELECT time_zone AS name, (clock_timestamp() AT TIME ZONE time_zone)::date AS today FROM schools WHERE id = the_school
  ), paid AS MATERIALIZED (
    SELECT j.id, j.student_id, j.by_user, j.amount, j.fee, j.method, j.at, (j.at AT TIME ZONE zone.name)::date AS day,
           (j.at AT TIME ZONE zone.name)::time AS clock,
           EXISTS (SELECT FROM cash_approvals a WHERE a.school_id = the_school AND a.entry_id = j.id) AS approved
    FROM zone JOIN journal_entries j ON j.school_id = the_school AND j.kind = 'cash-out'
      AND j.at >= (zone.today - the_days + 1)::timestamp AT TIME ZONE zone.name
    WHERE NOT EXISTS (SELECT FROM journal_entries b WHERE b.school_id = the_school AND b.reverses = j.id)
  ), of_student AS (
    -- Cash of a student from one hand in one day, against the sum above which a second person has to agree.
    SELECT p.by_user, p.student_id, p.day, sum(p.amount)::bigint AS amount, (
        SELECT min(l.approval_above) FROM students s
        JOIN pocket_limits l ON l.school_id = the_school AND l.subject_id IN (s.school_id, s.class_id, s.id)
        WHERE s.school_id = the_school AND s.id = p.student_id) AS most
    FROM paid p WHERE NOT p.approved GROUP BY p.by_user, p.student_id, p.day
  ), of_person AS (
    SELECT p.by_user, p.day, count(*) AS times, sum(p.amount)::bigint AS amount FROM paid p GROUP BY p.by_user, p.day
  ), often AS (
    SELECT p.student_id, max(p.day) AS day, count(*) AS times, sum(p.amount)::bigint AS amount FROM paid p GROUP BY p.student_id
  )
  -- Just under what needs a second person: three times from one hand, and more than twice as often as somewhat below that.
  SELECT 'under-limit', max(u.day), u.by_user, NULL::uuid, count(*), sum(u.amount)::bigint, max(u.most)
  FROM of_student u WHERE u.amount BETWEEN u.most * 9 / 10 AND u.most
  GROUP BY u.by_user
  HAVING count(*) >= 3 AND count(*) > 2 * (
    SELECT count(*) FROM of_student o
    WHERE o.by_user IS NOT DISTINCT FROM u.by_user AND o.amount >= o.most * 7 / 10 AND o.amount < o.most * 9 / 10)
  UNION ALL
  -- By one person in a day, more than three times as many as people pay out there in a day.
  SELECT 'many', d.day, d.by_user, NULL, d.times, d.amount, o.usual
  FROM of_person d CROSS JOIN LATERAL (
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY e.times) AS usual, count(*) AS known
    FROM of_person e WHERE (e.by_user, e.day) IS DISTINCT FROM (d.by_user, d.day)) AS o
  WHERE d.times >= 10 AND o.known >= 3 AND d.times > 3 * o.usual
  UNION ALL
  SELECT 'night', p.day, p.by_user, NULL, count(*), sum(p.amount)::bigint, NULL
  FROM paid p WHERE p.clock < '06:00' OR p.clock >= '20:00' GROUP BY p.day, p.by_user
  UNION ALL
  -- By a PIN or finger that was changed within three days: by whoever changed it, or most of what was there.
  SELECT 'changed', p.day, p.by_user, p.student_id, count(*), sum(p.amount)::bigint, NULL
  FROM paid p
  JOIN money_holds h ON h.school_id = the_school AND h.student_id = p.student_id AND p.at >= h.since AND p.at < h.since + interval '72 hours'
    AND CASE p.method WHEN 'pin' THEN h.means = 'pin' ELSE h.means LIKE 'finger:%' END
  LEFT JOIN postings w ON w.school_id = the_school AND w.entry_id = p.id AND w.account_id = p.student_id
  WHERE NOT p.approved
    AND (h.by_user = p.by_user OR p.amount >= 50000 AND p.amount * 10 >= 8 * (w.balance_after + p.amount + p.fee))
  GROUP BY p.day, p.by_user, p.student_id
  UNION ALL
  SELECT 'student-day', p.day, CASE WHEN min(p.by_user::text) = max(p.by_user::text) THEN min(p.by_user::text)::uuid END,
         p.student_id, count(*), sum(p.amount)::bigint, NULL
  FROM paid p GROUP BY p.day, p.student_id HAVING count(*) >= 4
  UNION ALL
  -- To one student, more than three times as often as to others.
  SELECT 'student-often', s.day, NULL, s.student_id, s.times, s.amount, o.usual
  FROM often s CROSS JOIN LATERAL (
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY e.times) AS usual, count(*) AS known
    FROM often e WHERE e.student_id <> s.student_id) AS o
  WHERE s.times >= 10 AND o.known >= 3 AND s.times > 3 * o.usual
$$;
