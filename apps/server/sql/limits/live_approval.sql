-- Approval that a cash-out would use: the smallest that is large enough. It is good for 30 minutes, by the clock of the
-- transaction, so that an approval found here is still there when the cash-out has been written.
CREATE OR REPLACE FUNCTION live_approval(the_school uuid, the_student uuid, the_user uuid, the_amount bigint) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT id FROM cash_approvals
  WHERE school_id = the_school AND student_id = the_student AND asked_by = the_user AND amount >= the_amount
    AND slip IS NULL AND decision = 'approved' AND entry_id IS NULL AND decided_at > now() - interval '30 minutes'
  ORDER BY amount, id LIMIT 1
$$;
