-- Till of a reversal: cash goes back to the till where it moved as long as that is open. Later it is with whoever takes it
-- back, in their till or at the cash desk.
CREATE OR REPLACE FUNCTION till_of_reversal(the_school uuid, the_account uuid, the_user uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.id = the_account AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, counter_account(the_school, 'reversal', 'till', the_user));
END $$;
