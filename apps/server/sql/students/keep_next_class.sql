-- Class of a student from now on, however it was changed.
CREATE OR REPLACE FUNCTION keep_next_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO student_classes (school_id, student_id, since, class_id) VALUES (NEW.school_id, NEW.id, clock_timestamp(), NEW.class_id);
  RETURN NULL;
END $$;
