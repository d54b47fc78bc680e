-- Audit chain: every audit event is listed for its seal by the transaction that writes it, so that a late commit is found too.
CREATE OR REPLACE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (school_id, event_id) VALUES (NEW.school_id, NEW.id);
  RETURN NULL;
END $$;
