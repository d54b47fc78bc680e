-- First PIN: what went out by the PIN that is in force, as cash and for items, since somebody has set it, or since the school's limits were last saved
-- where that is later. Goods that went back give their money back. A meal is no loss to the child.
CREATE OR REPLACE FUNCTION spent_by_initial_pin(the_school uuid, the_student uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(m.amount - coalesce((
    SELECT sum(r.amount) FROM journal_entries r
    WHERE r.school_id = m.school_id AND r.student_id = m.student_id AND r.at >= m.at
      AND r.kind = 'item-return' AND r.item = m.item AND m.kind = 'item'), 0)), 0)::bigint
  FROM students s
  LEFT JOIN pocket_limits l ON l.school_id = s.school_id AND l.subject_id = s.school_id AND l.scope = 'school'
  JOIN journal_entries m ON m.school_id = s.school_id AND m.student_id = s.id
    AND m.at >= coalesce(greatest(s.pin_set_at, l.set_at), '-infinity')
  WHERE s.school_id = the_school AND s.id = the_student AND m.kind IN ('cash-out', 'item') AND m.method = 'pin'
    AND NOT EXISTS (SELECT 1 FROM journal_entries b WHERE b.school_id = m.school_id AND b.reverses = m.id)
$$;
