-- Deleted school: nothing begins there, no money moves and no child comes in. A call may have been let in a moment before, so
-- both sides meet in one lock: whoever deletes takes it alone and waits for calls under way. Payments by M-Pesa were made
-- already and are always written down. A closed school is told apart: see refuse_in_closed_school.
CREATE OR REPLACE FUNCTION refuse_in_deleted_school() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('school:' || NEW.school_id::text, 0));
  SELECT deleted_at, closed_at INTO stands FROM schools WHERE id = NEW.school_id;
  IF stands.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'the school was deleted' USING ERRCODE = 'MF404';
  ELSIF stands.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the school is closed' USING ERRCODE = 'MF423';
  END IF;
  RETURN NEW;
END $$;
