-- SMS of a passage: enqueued with its transaction, and written by the job. Nothing happens where no guardian wishes it, or where it
-- happened so long ago that it is no news. `plate` is null at the gate;
-- `not_before` is when it may be told, null for at once.
CREATE OR REPLACE FUNCTION enqueue_passage_notice(
  the_school uuid, the_student uuid, the_kind text, the_event uuid, happened_at timestamptz, plate text,
  not_before timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF happened_at < clock_timestamp() - interval '6 hours' THEN
    RETURN;
  END IF;
  PERFORM 1 FROM guardians g
  WHERE g.school_id = the_school AND g.student_id = the_student AND g.deleted_at IS NULL AND the_kind = ANY (g.notify);
  IF FOUND THEN
    PERFORM enqueue_job('write-passage', json_build_object(
      'schoolId', the_school, 'studentId', the_student, 'kind', the_kind, 'eventId', the_event, 'at', happened_at, 'plate', plate),
      COALESCE(not_before, to_timestamp(0)), 12);
  END IF;
END $$;
