-- Cash-out while a hold is on: it uses up the approval of a second person, unless its size has used that one up already.
CREATE OR REPLACE FUNCTION use_hold_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cash_approvals SET entry_id = NEW.entry_id
  WHERE school_id = NEW.school_id AND id = live_hold_approval(NEW.school_id, NEW.entry_id, NEW.means);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'cash that waits needs an approval' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
