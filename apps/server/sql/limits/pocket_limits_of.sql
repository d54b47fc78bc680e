-- Limits that count for a student: of each kind the strictest, its origin (of two equal ones the wider), and how much of it is
-- used up by now; of the approval, what was paid out today without one, so that many small cash-outs need it as one large does.
-- Days and weeks are the school's own, a week begins on Monday. Reversed journal entries do not count.
CREATE OR REPLACE FUNCTION pocket_limits_of(the_school uuid, the_student uuid)
RETURNS TABLE (rule text, most bigint, set_by text, used bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH strictest AS (
    SELECT DISTINCT ON (v.rule) v.rule, v.most, l.scope
    FROM students s
    JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id IN (s.school_id, s.class_id, s.id)
    CROSS JOIN LATERAL (VALUES
      ('no-cash', CASE WHEN l.no_cash THEN 0::bigint END), ('on-campus', CASE WHEN l.on_campus THEN 0::bigint END),
      ('cash-outs', l.cash_outs_day::bigint), ('cash-out', l.cash_out), ('day', l.cash_day), ('week', l.cash_week),
      ('spending', l.spending_day), ('finger-alone', l.finger_alone), ('approval', l.approval_above),
      ('first-pin', CASE WHEN s.pin_hash IS NOT NULL AND s.pin_own_at IS NULL THEN l.first_pin END)) AS v (rule, most)
    WHERE s.school_id = the_school AND s.id = the_student AND v.most IS NOT NULL
    ORDER BY v.rule, v.most, array_position(ARRAY['school', 'class', 'student', 'guardian'], l.scope)
  ), begins AS (
    SELECT date_trunc('day', z.here) AT TIME ZONE z.zone AS today, date_trunc('week', z.here) AT TIME ZONE z.zone AS week
    FROM (SELECT time_zone AS zone, clock_timestamp() AT TIME ZONE time_zone AS here FROM schools WHERE id = the_school) AS z
  ), gone AS (
    SELECT coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out'), 0)::bigint AS week,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today), 0)::bigint AS today,
           coalesce(sum(m.amount) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today AND NOT EXISTS (
             SELECT 1 FROM cash_approvals a WHERE a.school_id = m.school_id AND a.entry_id = m.id)), 0)::bigint AS alone,
           count(*) FILTER (WHERE m.kind = 'cash-out' AND m.at >= begins.today) AS times,
           -- Pieces that went back today give their money back to the day on which they were bought.
           -- What the school gave towards a meal is not the student's to spend.
           coalesce(sum(m.amount + coalesce((
             SELECT sum(p.amount) FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
             WHERE p.school_id = m.school_id AND p.entry_id = m.id AND a.kind = 'meal-subsidy' AND m.kind = 'canteen'), 0)
             - coalesce((
             SELECT sum(r.amount) FROM journal_entries r
             WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= begins.today
               AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0))
             FILTER (WHERE m.kind <> 'cash-out' AND m.at >= begins.today), 0)::bigint AS spent
    FROM begins
    JOIN journal_entries m ON m.school_id = the_school AND m.student_id = the_student AND m.at >= begins.week
    WHERE m.kind IN ('cash-out', 'canteen', 'item')
      AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
  )
  SELECT s.rule, s.most, s.scope,
         CASE s.rule WHEN 'cash-outs' THEN gone.times WHEN 'day' THEN gone.today WHEN 'week' THEN gone.week
                     WHEN 'spending' THEN gone.spent WHEN 'approval' THEN gone.alone WHEN 'first-pin' THEN spent_by_initial_pin(the_school, the_student) ELSE 0 END
  FROM strictest s CROSS JOIN gone;
END $$;
