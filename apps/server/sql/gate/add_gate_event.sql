-- Passage of a student whose gate state is locked: added, told to the guardians who wish it, and the state moved on to it unless a later
-- one has moved it already. `happened_at` is null for now; `notice_after` is when it may be told, null for at once. Nobody is told of what
-- takes a passage back. A client key that is known already is left out.
CREATE OR REPLACE FUNCTION add_gate_event(
  the_school uuid, the_event uuid, the_student uuid, the_kind text, the_method text, the_user uuid, reason text, the_longitude float8,
  the_latitude float8, serial text, the_key text, is_verified boolean, happened_at timestamptz, was_found boolean, taken_back uuid,
  is_overtaken boolean, undo_seconds int
) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  passed_at timestamptz := COALESCE(happened_at, clock_timestamp());
  kept_key text := the_key;
BEGIN
  IF the_key IS NOT NULL THEN
    PERFORM 1 FROM gate_events WHERE school_id = the_school AND client_key = the_key;
    IF FOUND THEN
      kept_key := NULL;
    END IF;
  END IF;
  INSERT INTO gate_events (school_id, id, student_id, kind, method, recorded_by, override_reason, longitude, latitude, scanner_serial,
                           client_key, verified, at, received_at, found, undoes)
  VALUES (the_school, the_event, the_student, the_kind, the_method, the_user, reason, the_longitude, the_latitude, serial, kept_key,
          is_verified, passed_at, CASE WHEN happened_at IS NOT NULL THEN clock_timestamp() END, was_found, taken_back);
  IF taken_back IS NULL THEN
    PERFORM enqueue_passage_notice(the_school, the_student, the_kind, the_event, passed_at, NULL,
      CASE WHEN was_found THEN passed_at + make_interval(secs => undo_seconds) END);
  END IF;
  IF NOT is_overtaken THEN
    UPDATE gate_states SET kind = the_kind, since = passed_at, event_id = the_event
    WHERE school_id = the_school AND student_id = the_student;
  END IF;
  RETURN passed_at;
END $$;
