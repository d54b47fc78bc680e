-- Erased students stay erased, under their pseudonym.
CREATE OR REPLACE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Who is erased stays erased' USING ERRCODE = 'restrict_violation';
END $$;
