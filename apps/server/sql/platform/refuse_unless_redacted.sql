-- Append-only trigger of the audit trail: the detail of a row may change where its redaction is on record, and nothing else.
CREATE OR REPLACE FUNCTION refuse_unless_redacted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - 'detail' = to_jsonb(NEW) - 'detail' AND EXISTS (
      SELECT 1 FROM audit_redactions r WHERE r.school_id = NEW.school_id AND r.event_id = NEW.id
    ) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
