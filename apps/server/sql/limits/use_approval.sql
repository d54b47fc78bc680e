-- Approval of a cash-out: used up by the transaction of the cash-out, which had looked for it under the lock of the wallet.
-- Without one nothing is paid out.
CREATE OR REPLACE FUNCTION use_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM pocket_limits
  WHERE school_id = NEW.school_id AND subject_id = NEW.school_id AND scope = 'school' AND approval_above IS NOT NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- This cash-out counts among those of today that nobody has approved.
  PERFORM 1 FROM pocket_limits_of(NEW.school_id, NEW.student_id) AS l WHERE l.rule = 'approval' AND l.used > l.most;
  IF FOUND THEN
    UPDATE cash_approvals SET entry_id = NEW.id
    WHERE school_id = NEW.school_id AND id = live_approval(NEW.school_id, NEW.student_id, NEW.by_user, NEW.amount);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a cash-out of this size needs an approval' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
