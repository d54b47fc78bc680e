-- New PIN: since when it is in force. It is the student's own only where the statement says so, and replaces one that was set aside when
-- the school moved here.
CREATE OR REPLACE FUNCTION note_new_pin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.pin_hash IS NOT DISTINCT FROM OLD.pin_hash THEN
    RETURN NEW;
  END IF;
  NEW.pin_set_at := CASE WHEN NEW.pin_hash IS NOT NULL THEN clock_timestamp() END;
  IF TG_OP = 'UPDATE' AND NEW.pin_own_at IS NOT DISTINCT FROM OLD.pin_own_at THEN
    NEW.pin_own_at := NULL;
  END IF;
  IF NEW.pin_hash IS NOT NULL THEN
    NEW.pin_hash_elsewhere := NULL;
    NEW.pin_pepper_elsewhere := NULL;
  END IF;
  RETURN NEW;
END $$;
