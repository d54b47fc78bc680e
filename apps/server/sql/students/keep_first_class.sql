-- First class of each student who has just been made.
CREATE OR REPLACE FUNCTION keep_first_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO student_classes (school_id, student_id, since, class_id) SELECT school_id, id, created_at, class_id FROM fresh;
  RETURN NULL;
END $$;
