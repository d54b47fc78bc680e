-- Number that an account gives up: whoever is given it next is in one hand with that account (account_ties).
CREATE OR REPLACE FUNCTION note_former_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_numbers (user_id, phone) VALUES (OLD.id, OLD.phone);
  RETURN NULL;
END $$;
