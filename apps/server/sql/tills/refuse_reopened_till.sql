-- Closed till: it stays as it was closed. Only the countersignature of the second person may come, once.
CREATE OR REPLACE FUNCTION refuse_reopened_till() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
       <> (to_jsonb(NEW) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
     OR OLD.countersigned_at IS NOT NULL THEN
    RAISE EXCEPTION 'a closed till stays as it was closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
