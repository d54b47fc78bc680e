-- Until when PINs of a school are guarded, for more of them were wrong in an hour than its children mistype or forget; null where they are not.
-- A twentieth of the students may have forgotten theirs and use up all five tries: a quarter of the students, and never less than a hundred.
-- Wrong ones of children who were proven afterwards are not among them.
CREATE OR REPLACE FUNCTION pins_guarded_until(the_school uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  wrong int;
  allowed int := 100;
BEGIN
  SELECT count(*) INTO wrong FROM failed_attempts WHERE school_id = the_school AND kind = 'pin'
    AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance();
  IF wrong < allowed THEN
    RETURN NULL;
  END IF;
  SELECT greatest(allowed, count(*) / 4) INTO allowed FROM students
  WHERE school_id = the_school AND status = 'active' AND deleted_at IS NULL;
  -- Ends once so many have grown old that fewer than the allowed are left; null where fewer there are already.
  RETURN (SELECT at + interval '1 hour' FROM failed_attempts WHERE school_id = the_school AND kind = 'pin'
      AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance()
    ORDER BY at DESC OFFSET allowed - 1 LIMIT 1);
END $$;
