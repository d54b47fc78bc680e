-- Try by PIN or finger, charged before anything is compared. Each statement looks anew, behind the locks that were taken before it: tries of
-- one user queue up, so that parallel ones do not all find room under the limit, and charging and judging of one student take turns.
-- A try is under way as long as its session is there and it may still be compared: a session that is gone means a server that died, or one
-- that will be told by the judgement that its comparison no longer counts, so nobody gains a try by it.
-- A call and its repeats, under one key, charge a try of one id: `repeated`, while the first of them may still compare it.
-- `locked`: as many were wrong in a row, or are under way and may yet be; `stopped`: that user has missed too often. None of the three is charged.
CREATE OR REPLACE FUNCTION charge_student_try(
  the_school uuid, the_try uuid, the_student uuid, the_kind text, the_user uuid, most int, longest interval, misses_an_hour int,
  compare interval, OUT outcome text, OUT until timestamptz, OUT seconds float8
) LANGUAGE plpgsql AS $$
DECLARE
  failures int;
  under_way int;
  oldest timestamptz;
  misses int;
  since timestamptz;
BEGIN
  IF the_user IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('pin-misses:' || the_user, 0));
  END IF;
  -- A lock that ends later than one of this moment would was made by a clock that has been set back since: it is over.
  IF the_kind = 'pin' THEN
    INSERT INTO student_locks AS l (school_id, student_id) VALUES (the_school, the_student)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      pin_failures = CASE WHEN NOT (l.pin_locked_until > clock_timestamp() AND l.pin_locked_until <= clock_timestamp() + longest + clock_tolerance())
        THEN 0 ELSE l.pin_failures END,
      pin_locked_until = CASE WHEN (l.pin_locked_until > clock_timestamp() AND l.pin_locked_until <= clock_timestamp() + longest + clock_tolerance())
        THEN l.pin_locked_until END
    RETURNING pin_failures, pin_locked_until INTO failures, until;
  ELSE
    INSERT INTO student_locks AS l (school_id, student_id) VALUES (the_school, the_student)
    ON CONFLICT (school_id, student_id) DO UPDATE SET
      finger_failures = CASE WHEN NOT (l.finger_held_until > clock_timestamp() AND l.finger_held_until <= clock_timestamp() + longest + clock_tolerance())
        THEN 0 ELSE l.finger_failures END,
      finger_held_until = CASE WHEN (l.finger_held_until > clock_timestamp() AND l.finger_held_until <= clock_timestamp() + longest + clock_tolerance())
        THEN l.finger_held_until END
    RETURNING finger_failures, finger_held_until INTO failures, until;
  END IF;
  PERFORM 1 FROM student_tries t
  WHERE t.school_id = the_school AND t.id = the_try
    AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
    AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
  IF FOUND THEN
    outcome := 'repeated';
    RETURN;
  END IF;
  -- While the PINs of the school are guarded a student has two tries instead of five, and a user five misses instead of twenty. Whoever missed
  -- more before has one more try, and the judgement locks.
  IF the_kind = 'pin' AND until IS NULL AND pins_guarded_until(the_school) IS NOT NULL THEN
    most := least(most, greatest(2, failures + 1));
    misses_an_hour := least(misses_an_hour, 5);
  END IF;
  IF until IS NULL THEN
    SELECT count(*), min(t.at) INTO under_way, oldest FROM student_tries t
    WHERE t.school_id = the_school AND t.student_id = the_student AND t.kind = the_kind
      AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
      AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since);
    IF failures + under_way >= most THEN
      until := COALESCE(oldest, clock_timestamp()) + compare;
    END IF;
  END IF;
  IF until IS NOT NULL THEN
    outcome := 'locked';
    seconds := extract(epoch FROM until - clock_timestamp());
    RETURN;
  END IF;
  IF the_user IS NOT NULL THEN
    -- In one statement, and so at one moment: a try that is being judged is either under way or a miss.
    SELECT m.count + (SELECT count(*) FROM student_tries t
        WHERE t.school_id = the_school AND t.user_id = the_user AND t.kind = the_kind
          AND t.at > clock_timestamp() - compare AND t.at <= clock_timestamp() + clock_tolerance()
          AND EXISTS (SELECT 1 FROM pg_stat_get_activity(t.session) s WHERE s.backend_start = t.session_since)), m.seconds
    INTO misses, seconds
    FROM (SELECT count(*) AS count, extract(epoch FROM min(at) + interval '1 hour' - clock_timestamp()) AS seconds
          FROM failed_attempts WHERE school_id = the_school AND user_id = the_user AND kind = the_kind
            AND at > clock_timestamp() - interval '1 hour' AND at <= clock_timestamp() + clock_tolerance()) m;
    IF misses >= misses_an_hour THEN
      outcome := 'stopped';
      seconds := COALESCE(seconds, extract(epoch FROM compare));
      RETURN;
    END IF;
  END IF;
  -- Tries that died unjudged an hour ago are cleared away with the student's next one.
  DELETE FROM student_tries WHERE school_id = the_school AND student_id = the_student AND at < clock_timestamp() - interval '1 hour';
  -- Of the same call, and its server died.
  DELETE FROM student_tries WHERE school_id = the_school AND id = the_try;
  SELECT s.backend_start INTO since FROM pg_stat_get_activity(pg_backend_pid()) s;
  INSERT INTO student_tries (school_id, id, student_id, kind, user_id, at, session, session_since)
  VALUES (the_school, the_try, the_student, the_kind, the_user, clock_timestamp(), pg_backend_pid(), since);
  outcome := 'charged';
END $$;
