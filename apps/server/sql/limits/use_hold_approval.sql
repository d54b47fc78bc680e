-- Cash-out while a hold is on: it uses up the approval of a second person, unless its size has used that one up already.
CREATE OR REPLACE FUNCTION use_hold_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made journal_entries%ROWTYPE;
BEGIN
  PERFORM 1 FROM cash_approvals WHERE school_id = NEW.school_id AND entry_id = NEW.entry_id;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO made FROM journal_entries m WHERE m.school_id = NEW.school_id AND m.id = NEW.entry_id;
  UPDATE cash_approvals SET entry_id = NEW.entry_id
  WHERE school_id = NEW.school_id AND entry_id IS NULL
    AND id = live_approval(NEW.school_id, made.student_id, made.by_user, made.amount);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'cash that waits needs an approval' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
