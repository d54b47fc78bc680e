-- End of a transaction that took a student out of the texts of others: the student is erased by then, and the trail says so.
CREATE OR REPLACE FUNCTION require_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM students s WHERE s.school_id = NEW.school_id AND s.id = NEW.id AND s.erased_at IS NOT NULL)
     OR NOT EXISTS (SELECT 1 FROM audit_events e
                    WHERE e.school_id = NEW.school_id AND e.subject_id = NEW.id AND e.action = 'student.erase') THEN
    RAISE EXCEPTION 'Texts are redacted by an erasure that the trail tells of, and by nothing else' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
