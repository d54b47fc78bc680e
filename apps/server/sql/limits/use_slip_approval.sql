-- Slip paid in once more: it uses up the approval of a second person, unless all payments by it before were taken back.
CREATE OR REPLACE FUNCTION use_slip_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made journal_entries%ROWTYPE;
BEGIN
  PERFORM 1 FROM bank_slips b
  WHERE b.school_id = NEW.school_id AND b.slip = NEW.slip AND b.number < NEW.number
    AND NOT EXISTS (SELECT 1 FROM journal_entries v WHERE v.school_id = b.school_id AND v.reverses = b.entry_id);
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO made FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.entry_id;
  UPDATE cash_approvals SET entry_id = NEW.entry_id
  WHERE school_id = NEW.school_id
    AND id = live_slip_approval(NEW.school_id, made.student_id, made.by_user, made.amount, NEW.slip);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a slip pays in once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
