-- Right try: the student is here, so neither wrong PINs nor wrong fingers count any more, nor does what the user who asked has missed with
-- that student. False where the try no longer counts, and with it the comparison.
CREATE OR REPLACE FUNCTION judge_right_try(
  the_school uuid, the_try uuid, the_student uuid, the_user uuid, compare interval
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE student_locks SET pin_failures = 0, pin_locked_until = NULL, pin_holds = 0, finger_failures = 0,
    finger_held_until = NULL, finger_holds = 0
  WHERE school_id = the_school AND student_id = the_student;
  -- Behind the row's lock: whoever charges meanwhile has seen this try as under way, or sees what became of it.
  DELETE FROM student_tries t WHERE t.school_id = the_school AND t.id = the_try
    AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
    AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM failed_attempts WHERE school_id = the_school AND user_id = the_user AND student_id = the_student;
  RETURN true;
END $$;
