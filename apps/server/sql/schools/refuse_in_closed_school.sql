-- Closed school: it moves to another installation, where whatever is recorded here now would be missing. Whoever closes it takes the
-- lock alone and waits for what is under way, as whoever deletes one does.
CREATE OR REPLACE FUNCTION refuse_in_closed_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND closed_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school is closed' USING ERRCODE = 'MF423';
  END IF;
  RETURN NEW;
END $$;
