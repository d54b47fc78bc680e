-- Picture that is spent where something is recorded on the strength of it. No row: it was spent before. Else the first row has the key of
-- its student, null where there is none, and the others have the sketches that came in since the picture was held against those that are
-- `known`. Of two copies that are used at the same moment the second waits here, and then finds the first.
CREATE OR REPLACE FUNCTION spend_picture(the_school uuid, the_student uuid, the_digest bytea, known uuid[], secret bytea)
RETURNS TABLE (key bytea, sketch uuid, sketch_sealed bytea) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spent_pictures (school_id, digest) VALUES (the_school, the_digest) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('sketches:' || the_school || ':' || the_student, 0));
  key := student_key(secret, the_student);
  RETURN NEXT;
  RETURN QUERY SELECT NULL::bytea, s.id, s.sealed FROM sealed_sketches(secret, the_student, known) AS s;
END $$;
