-- Deleted school: nothing begins there, no money moves and no child comes in. A call may have been let in a moment before, so
-- both sides meet in one lock: whoever deletes takes it alone and waits for calls under way. Payments by M-Pesa were made
-- already and are always written down.
CREATE OR REPLACE FUNCTION refuse_in_deleted_school() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  PERFORM 1 FROM schools WHERE id = NEW.school_id AND deleted_at IS NOT NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  END IF;
  RETURN NEW;
END $$;
