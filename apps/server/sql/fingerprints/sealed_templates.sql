-- Sealed templates of impressions of the transaction's school, those that were replaced among them, each with the wrapped key of its student, null where
-- that was erased.
CREATE OR REPLACE FUNCTION sealed_templates(secret bytea, impressions uuid[])
RETURNS TABLE (id uuid, sealed bytea, wrapped bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  the_school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
BEGIN
  PERFORM require_reading_secret(secret);
  RETURN QUERY
    SELECT f.id, f.sealed_template, k.wrapped
    FROM fingerprints f LEFT JOIN student_keys k ON k.school_id = f.school_id AND k.student_id = f.student_id
    WHERE f.school_id = the_school AND f.id = ANY (impressions)
    UNION ALL
    SELECT r.id, r.sealed_template, k.wrapped
    FROM replaced_fingerprints r LEFT JOIN student_keys k ON k.school_id = r.school_id AND k.student_id = r.student_id
    WHERE r.school_id = the_school AND r.id = ANY (impressions);
END $$;
