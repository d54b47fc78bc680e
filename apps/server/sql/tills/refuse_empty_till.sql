-- Till balance: no till pays out more than it holds. The till is known only once the posting is written, so the check stands
-- here, under the lock of the till; `detail` carries the cents that it held.
--
-- Locks of a till: whoever puts cash in holds the row by its key, whoever takes cash out keeps others from taking meanwhile,
-- whoever closes it has it alone. So a payment is in the count or is not in this till.
CREATE OR REPLACE FUNCTION refuse_empty_till() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holds bigint;
BEGIN
  PERFORM 1 FROM tills WHERE school_id = NEW.school_id AND id = NEW.account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  holds := till_holds(NEW.school_id, NEW.account_id);
  IF holds < 0 THEN
    RAISE EXCEPTION 'a till pays out no more than it holds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'till_never_below_zero', DETAIL = (holds + NEW.amount)::text;
  END IF;
  RETURN NULL;
END $$;
