-- Sealed sketches of the pictures that a student of the transaction's school has used, but for those that are known, the oldest first.
CREATE OR REPLACE FUNCTION sealed_sketches(secret bytea, the_student uuid, known uuid[])
RETURNS TABLE (id uuid, sealed bytea) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY SELECT s.id, s.sealed FROM picture_sketches s
    WHERE s.school_id = nullif(current_setting('app.school_id', true), '')::uuid AND s.student_id = the_student
      AND NOT s.id = ANY (known)
    ORDER BY s.made_at, s.id;
END $$;
