-- Wallet balance: the newest posting states it and follows from the posting before. A balance without a posting does not
-- commit.
CREATE OR REPLACE FUNCTION refuse_unposted_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before bigint := 0;
BEGIN
  IF NEW.newest_position > 1 THEN
    SELECT balance_after INTO before FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position - 1;
  END IF;
  IF NEW.newest_position > 0 THEN
    PERFORM 1 FROM postings
    WHERE school_id = NEW.school_id AND account_id = NEW.id AND position = NEW.newest_position
      AND balance_after = NEW.balance AND amount = NEW.balance - before;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.balance = 0 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'a wallet holds what its postings say' USING ERRCODE = 'integrity_constraint_violation';
END $$;
