-- Deleted student, behind the rule of the feature: a first payment or meal that comes during the deletion waits for it and is
-- refused. A second try finds no such student.
CREATE OR REPLACE FUNCTION refuse_deleted_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM students WHERE school_id = NEW.school_id AND id = NEW.student_id AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the student was deleted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;
