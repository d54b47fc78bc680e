-- Counter account: the account that stands against the wallet. `till` means the open till of the user, or the cash desk for a
-- user without one.
CREATE OR REPLACE FUNCTION counter_account(the_school uuid, the_entry_kind text, counter_kind text, the_user uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  IF counter_kind <> 'till' THEN
    RETURN school_account(the_school, counter_kind);
  END IF;
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, school_account(the_school, 'cash-desk'));
END $$;
