-- Approval that a slip paid in once more would use, as live_approval has it for cash-outs.
CREATE OR REPLACE FUNCTION live_slip_approval(
  the_school uuid, the_student uuid, the_user uuid, the_amount bigint, the_slip text
) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND slip = the_slip AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$$;
