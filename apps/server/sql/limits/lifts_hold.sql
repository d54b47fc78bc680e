-- Held money: true where a word of a second person counts for it. It was asked for since the newest change of these means (a kind: 'pin', 'finger',
-- 'phone', or one alone: 'finger:right-index'), and is of nobody who made one that waits, nor of an account in their hand. A word that is not given yet is
-- looked at as if it were `the_user`'s.
CREATE OR REPLACE FUNCTION lifts_hold(the_school uuid, the_approval uuid, the_kinds text[], the_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM cash_approvals a
    JOIN schools s ON s.id = a.school_id
    JOIN money_holds h ON h.school_id = a.school_id AND h.student_id = a.student_id
    WHERE a.school_id = the_school AND a.id = the_approval AND (h.means = ANY (the_kinds) OR split_part(h.means, ':', 1) = ANY (the_kinds))
      AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)
      AND (h.since >= a.asked_at OR h.by_user = coalesce(a.decided_by, the_user)
        OR h.by_user IS NOT NULL AND segregation_conflict(h.by_user, coalesce(a.decided_by, the_user)) IS NOT NULL))
$$;
