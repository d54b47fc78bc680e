-- Two people: refuses where the accounts are in one hand. Every rule of a second person meets here.
CREATE OR REPLACE FUNCTION require_two_hands(first_person uuid, second_person uuid)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  because text := segregation_conflict(first_person, second_person);
BEGIN
  IF because IS NOT NULL THEN
    RAISE EXCEPTION 'the two accounts are in one hand' USING ERRCODE = 'MF422', DETAIL = because;
  END IF;
END $$;
