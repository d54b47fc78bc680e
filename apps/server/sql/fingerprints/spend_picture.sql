-- Picture that is spent where something is recorded on the strength of it. No row: it was spent before. Else the first row has the key of
-- its student, null where there is none, and the others have the sketches that came in since the picture was held against those that are
-- `known`. Of two copies that are used at the same moment the second waits here, and then finds the first.
CREATE OR REPLACE FUNCTION spend_picture(the_school uuid, the_student uuid, the_digest bytea, known uuid[])
RETURNS TABLE (key bytea, sketch uuid, sketch_sealed bytea) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spent_pictures (school_id, digest) VALUES (the_school, the_digest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('sketches:' || the_school || ':' || the_student, 0));
  SELECT k.wrapped INTO key FROM student_keys k WHERE k.school_id = the_school AND k.student_id = the_student;
  RETURN NEXT;
  RETURN QUERY SELECT NULL::bytea, s.id, s.sealed FROM picture_sketches s
    WHERE s.school_id = the_school AND s.student_id = the_student AND NOT s.id = ANY (known) ORDER BY s.made_at, s.id;
END $$;
