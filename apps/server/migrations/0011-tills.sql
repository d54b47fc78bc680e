-- Tills: the cash of one person for one day, opened with a float, moved with the wallets, closed with a count.

-- A till has an account of its own for each day that it is open, so that its cash is the sum of its postings, and a reversal
-- after that day finds another till. The account has the id of the till.
CREATE TABLE tills (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Owner of the till.
  user_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Cents, as all amounts.
  opening_float bigint NOT NULL CHECK (opening_float >= 0),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  closed_at timestamptz,
  closed_by uuid,
  expected bigint CHECK (expected >= 0),
  counted bigint CHECK (counted >= 0),
  -- Pieces of each note and coin; null: only the sum was told.
  counts jsonb,
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  -- Cash that stayed in it for the next day. It lies there until the next till is opened or somebody fetches it.
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
SELECT enable_row_security('tills');
GRANT SELECT, INSERT ON tills TO mfuko_app;
GRANT UPDATE (closed_at, closed_by, expected, counted, counts, reason, left_in, countersigned_at, countersigned_by, countersign_note)
  ON tills TO mfuko_app;
CREATE TRIGGER till_stays_closed BEFORE UPDATE ON tills
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_reopened_till();
CREATE TRIGGER clock_is_right AFTER INSERT OR UPDATE OF closed_at ON tills
  FOR EACH ROW EXECUTE FUNCTION refuse_till_at_wrong_clock();

CREATE TRIGGER till_never_below_zero AFTER INSERT ON postings
  FOR EACH ROW WHEN (NEW.position IS NULL AND NEW.amount > 0) EXECUTE FUNCTION refuse_empty_till();

-- Variance, in cents, from which on a closing needs a reason. A school without a row has KES 100.
CREATE TABLE till_rules (
  school_id uuid NOT NULL REFERENCES schools,
  variance_limit bigint NOT NULL CHECK (variance_limit >= 0),
  PRIMARY KEY (school_id)
);
SELECT enable_row_security('till_rules');
GRANT SELECT, INSERT, UPDATE ON till_rules TO mfuko_app;
