-- Shared short code: each of the schools that have it has a prefix, and no prefix that ever stood there is the beginning of
-- another. Whoever claims the same code at the same time waits.
CREATE OR REPLACE FUNCTION share_short_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('short-code:' || NEW.code, 0));
  PERFORM set_config('app.short_code', NEW.code, true);
  IF EXISTS (SELECT FROM short_codes WHERE code = NEW.code AND school_id <> NEW.school_id)
    AND EXISTS (SELECT FROM short_codes WHERE code = NEW.code AND prefix IS NULL) THEN
    RAISE EXCEPTION 'another school collects by this short code' USING ERRCODE = 'unique_violation', CONSTRAINT = 'short_codes_taken';
  END IF;
  IF EXISTS (
    SELECT FROM account_prefixes WHERE code = NEW.code AND (prefix <> NEW.prefix OR school_id <> NEW.school_id)
      AND (starts_with(prefix, NEW.prefix) OR starts_with(NEW.prefix, prefix))) THEN
    RAISE EXCEPTION 'one prefix would be the beginning of another' USING ERRCODE = 'unique_violation', CONSTRAINT = 'short_codes_prefix_taken';
  END IF;
  PERFORM set_config('app.short_code', '', true);
  IF NEW.prefix IS NOT NULL THEN
    INSERT INTO account_prefixes (code, prefix, school_id) VALUES (NEW.code, NEW.prefix, NEW.school_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
