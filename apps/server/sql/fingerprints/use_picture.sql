-- Picture that is spent as by `spend_picture`, and its sketch kept at once where no other has come in since and its student's key is the one that
-- it was sealed under: then a last row says `kept`.
CREATE OR REPLACE FUNCTION use_picture(
  the_school uuid, the_student uuid, the_digest bytea, known uuid[], secret bytea, known_key bytea, the_sketch uuid, the_sealed bytea, most int
) RETURNS TABLE (key bytea, sketch uuid, sketch_sealed bytea, kept boolean) LANGUAGE plpgsql AS $$
DECLARE
  told int;
BEGIN
  RETURN QUERY SELECT s.key, s.sketch, s.sketch_sealed, false FROM spend_picture(the_school, the_student, the_digest, known, secret) AS s;
  GET DIAGNOSTICS told := ROW_COUNT;
  IF told <> 1 THEN
    RETURN;
  END IF;
  IF student_key(secret, the_student) = known_key THEN
    PERFORM keep_sketch(the_school, the_sketch, the_student, false, the_sealed, most);
    RETURN QUERY VALUES (NULL::bytea, NULL::uuid, NULL::bytea, true);
  END IF;
END $$;
