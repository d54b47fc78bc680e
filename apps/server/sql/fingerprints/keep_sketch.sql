-- Sketch of a picture that is being used; the oldest that are too many beside those of the enrolment go.
CREATE OR REPLACE FUNCTION keep_sketch(
  the_school uuid, the_sketch uuid, the_student uuid, of_enrolment boolean, the_sealed bytea, most int
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO picture_sketches (school_id, id, student_id, enrolled, sealed)
  VALUES (the_school, the_sketch, the_student, of_enrolment, the_sealed);
  DELETE FROM picture_sketches WHERE school_id = the_school AND id IN (
    SELECT id FROM picture_sketches WHERE school_id = the_school AND student_id = the_student AND NOT enrolled
    ORDER BY made_at DESC, id DESC OFFSET most);
END $$;
