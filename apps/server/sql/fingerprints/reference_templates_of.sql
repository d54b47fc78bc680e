-- Everything that a picture is held against of the student of that number, of the transaction's school: impressions, and then the sketches of used
-- pictures, which name no finger, the oldest first. Each comes with the student's wrapped key.
CREATE OR REPLACE FUNCTION reference_templates_of(secret bytea, the_number text, the_algorithm smallint)
RETURNS TABLE (id uuid, student uuid, finger text, sealed bytea, wrapped bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY
    SELECT h.id, h.student_id, h.finger, h.sealed, k.wrapped
    FROM students s
    JOIN student_keys k ON k.school_id = s.school_id AND k.student_id = s.id
    JOIN (SELECT f.school_id, f.student_id, f.id, f.finger, f.sealed_template AS sealed, NULL::timestamptz AS made_at
          FROM fingerprints f WHERE f.school_id = the_school AND f.algorithm = the_algorithm
          UNION ALL
          SELECT p.school_id, p.student_id, p.id, NULL, p.sealed, p.made_at
          FROM picture_sketches p WHERE p.school_id = the_school) h ON h.school_id = s.school_id AND h.student_id = s.id
    WHERE s.school_id = the_school AND s.admission_number = the_number AND s.deleted_at IS NULL
    ORDER BY h.made_at NULLS FIRST, h.id;
END $$;
