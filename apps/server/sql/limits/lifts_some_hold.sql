-- Held money: true where such a word counts for one of the means that wait, or nothing waits: nobody knows yet by which finger the money is taken.
CREATE OR REPLACE FUNCTION lifts_some_hold(the_school uuid, the_approval uuid, the_kinds text[], the_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(lifts_hold(the_school, the_approval, ARRAY[h.means], the_user)), true)
  FROM cash_approvals a
  JOIN schools s ON s.id = a.school_id
  JOIN money_holds h ON h.school_id = a.school_id AND h.student_id = a.student_id
  WHERE a.school_id = the_school AND a.id = the_approval AND split_part(h.means, ':', 1) = ANY (the_kinds)
    AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)
$$;
