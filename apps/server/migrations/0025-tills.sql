-- The tills of those who work at the cash desk: opened with a float, moved with the wallets, closed with a count.

-- A till has an account of its own for each day that it is open, so that what it holds is the sum of its postings, and what
-- is taken back later of a day that was closed finds another till. The account has the id of the till.
DROP INDEX accounts_till;

CREATE TABLE tills (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Whose till it is.
  user_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Cents, as all amounts.
  opening_float bigint NOT NULL CHECK (opening_float >= 0),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  closed_at timestamptz,
  closed_by uuid,
  expected bigint CHECK (expected >= 0),
  counted bigint CHECK (counted >= 0),
  -- Pieces of each note and coin; null where only the sum was told.
  counts jsonb,
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  -- What stayed in it for the next day. It lies there until the next till is opened or somebody fetches it.
  left_in bigint CHECK (left_in BETWEEN 0 AND counted),
  countersigned_at timestamptz,
  countersigned_by uuid,
  countersign_note text CHECK (length(countersign_note) BETWEEN 1 AND 200),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, id) REFERENCES accounts (school_id, id),
  CHECK (num_nulls(closed_at, closed_by, expected, counted, left_in) IN (0, 5)),
  CHECK (num_nulls(countersigned_at, countersigned_by) IN (0, 2)),
  CHECK (countersigned_at IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT till_countersigned_by_another CHECK (countersigned_by <> closed_by)
);
CREATE UNIQUE INDEX tills_one_open ON tills (school_id, user_id) WHERE closed_at IS NULL;
CREATE INDEX tills_of_user ON tills (school_id, user_id, opened_at);
CREATE INDEX tills_opened ON tills (school_id, opened_at);
SELECT raise_tenant_wall('tills');
GRANT SELECT, INSERT ON tills TO mfuko_app;
GRANT UPDATE (closed_at, closed_by, expected, counted, counts, reason, left_in, countersigned_at, countersigned_by, countersign_note)
  ON tills TO mfuko_app;

-- A closed till stays as it was closed. All that may come is the second person's word, once.
CREATE FUNCTION refuse_reopened_till() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(OLD) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
       <> (to_jsonb(NEW) - ARRAY['countersigned_at', 'countersigned_by', 'countersign_note'])
     OR OLD.countersigned_at IS NOT NULL THEN
    RAISE EXCEPTION 'a closed till stays as it was closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER till_stays_closed BEFORE UPDATE ON tills
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_reopened_till();

-- What a till holds, in cents. What the school holds is below zero in the books.
CREATE FUNCTION till_holds(the_school uuid, the_till uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT COALESCE(-sum(amount), 0)::bigint FROM postings WHERE school_id = the_school AND account_id = the_till;
$$;

-- The locks of a till's row: whoever puts cash in holds it by its key, whoever takes cash out keeps others from taking
-- meanwhile, whoever closes it has it alone. So a payment is in the count or is not in this till.

-- No till pays out what is not in it. Only known once the cash has a till to leave, so it is looked at there, under the lock
-- of the till; what stands in `detail` is what it held.
CREATE FUNCTION refuse_empty_till() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER till_never_below_zero AFTER INSERT ON postings
  FOR EACH ROW WHEN (NEW.position IS NULL AND NEW.amount > 0) EXECUTE FUNCTION refuse_empty_till();

-- As before; and `till` is the open till of whoever is at the desk, or the cash desk where they have none.
CREATE OR REPLACE FUNCTION counter_account(the_school uuid, the_movement_kind text, counter_kind text, the_user uuid) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  IF counter_kind <> 'till' THEN
    RETURN house_account(the_school, counter_kind);
  END IF;
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.user_id = the_user AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, house_account(the_school, 'cash-desk'));
END $$;

-- Where cash moved in a till that is still open, the way back is there. Else it is with whoever takes it back: in their till,
-- or at the cash desk.
CREATE OR REPLACE FUNCTION till_of_reversal(the_school uuid, the_account uuid, the_user uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  open_till uuid;
BEGIN
  SELECT t.id INTO open_till FROM tills t
  WHERE t.school_id = the_school AND t.id = the_account AND t.closed_at IS NULL FOR KEY SHARE;
  RETURN COALESCE(open_till, counter_account(the_school, 'reversal', 'till', the_user));
END $$;

-- From which variance on a closing needs a reason, in cents. A school without a row has KES 100.
CREATE TABLE till_rules (
  school_id uuid NOT NULL REFERENCES schools,
  variance_limit bigint NOT NULL CHECK (variance_limit >= 0),
  PRIMARY KEY (school_id)
);
SELECT raise_tenant_wall('till_rules');
GRANT SELECT, INSERT, UPDATE ON till_rules TO mfuko_app;
