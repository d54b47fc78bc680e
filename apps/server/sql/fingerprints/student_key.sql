-- Wrapped key of a student of the transaction's school, null where there is none yet.
CREATE OR REPLACE FUNCTION student_key(secret bytea, the_student uuid)
RETURNS bytea LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN (SELECT k.wrapped FROM student_keys k
          WHERE k.school_id = nullif(current_setting('app.school_id', true), '')::uuid AND k.student_id = the_student);
END $$;
