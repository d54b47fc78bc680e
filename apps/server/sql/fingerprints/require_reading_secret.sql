-- Refuses whoever does not show the secret of `reading_secret`. The session of the application's role alone is not enough to read what is sealed.
CREATE OR REPLACE FUNCTION require_reading_secret(secret bytea)
RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM reading_secret r WHERE r.digest = sha256(secret)) THEN
    RAISE insufficient_privilege USING MESSAGE := 'permission denied for what is sealed for students';
  END IF;
END $$;
