-- Approval that money would use which left by a PIN or finger that waits: what the size of the cash-out has used already, else the smallest that is
-- large enough. The word of whoever changed the PIN or that finger is none. A means that does not wait, or
-- that is not of the entry's kind, opens nothing. A server of before names no means: then it is none of whoever changed any finger.
CREATE OR REPLACE FUNCTION live_hold_approval(the_school uuid, the_entry uuid, the_means text DEFAULT NULL) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT a.id FROM journal_entries m
  JOIN cash_approvals a ON a.school_id = m.school_id AND a.student_id = m.student_id AND a.asked_by = m.by_user AND a.amount >= m.amount
  WHERE m.school_id = the_school AND m.id = the_entry AND a.slip IS NULL AND a.decision = 'approved'
    AND (a.entry_id = m.id OR a.entry_id IS NULL AND a.decided_at > now() - interval '30 minutes')
    AND (the_means IS NULL OR (the_means = 'pin') = coalesce(m.method = 'pin', the_means = 'pin')
      AND EXISTS (SELECT FROM money_holds h WHERE h.school_id = m.school_id AND h.student_id = m.student_id AND h.means = the_means))
    AND lifts_hold(the_school, a.id, ARRAY[coalesce(the_means, CASE m.method WHEN 'pin' THEN 'pin' ELSE 'finger' END)], NULL)
  ORDER BY a.entry_id IS NULL, a.amount, a.id LIMIT 1
$$;
