-- Try of the active student of a number, charged as by `charge_student_try`; all is null where there is no such student, and nothing is charged.
CREATE OR REPLACE FUNCTION charge_numbered_try(
  the_school uuid, the_try uuid, the_number text, the_kind text, the_user uuid, most int, longest interval, misses_an_hour int,
  compare interval, OUT student uuid, OUT outcome text, OUT until timestamptz, OUT seconds float8
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.id INTO student FROM students s
  WHERE s.school_id = the_school AND s.admission_number = the_number AND s.status = 'active' AND s.deleted_at IS NULL;
  IF student IS NULL THEN
    RETURN;
  END IF;
  SELECT c.outcome, c.until, c.seconds INTO outcome, until, seconds
  FROM charge_student_try(the_school, the_try, student, the_kind, the_user, most, longest, misses_an_hour, compare) c;
END $$;
