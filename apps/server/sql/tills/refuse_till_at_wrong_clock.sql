-- Day of a till: the day on which it was opened, with or without a float, so it needs a right clock.
CREATE OR REPLACE FUNCTION refuse_till_at_wrong_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_clock(NEW.school_id);
  RETURN NULL;
END $$;
