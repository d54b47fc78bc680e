-- The most cash that a student may take out at once by now, in whole shillings and as cents: the least of what the balance pays for
-- together with the fee, of what one movement may be, and of what the limits leave. An approval lets out no more than these. A student
-- without a finger has only the PIN to prove it with, so that the limit of an office PIN holds too.
CREATE OR REPLACE FUNCTION max_cash_now(the_school uuid, the_student uuid, the_balance bigint)
RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(max_cash_for_balance(the_school, the_balance), (SELECT s.entry_limit FROM schools s WHERE s.id = the_school) / 100 * 100,
    (SELECT min(CASE
       WHEN l.rule = 'no-cash' OR (l.rule = 'on-campus' AND NOT is_checked_in(the_school, the_student))
         OR (l.rule = 'cash-outs' AND l.used >= l.most) THEN 0
       WHEN l.rule IN ('cash-out', 'day', 'week') THEN greatest(l.most - l.used, 0) / 100 * 100
       WHEN l.rule = 'first-pin' AND NOT EXISTS (SELECT FROM fingerprints f WHERE f.school_id = the_school AND f.student_id = the_student)
         THEN greatest(l.most - l.used, 0) / 100 * 100 END)
     FROM pocket_limits_of(the_school, the_student) AS l))
$$;
