-- Suspense: payments that nobody knows yet whose they are.

-- An item's money came with `entry_id`; it leaves once, for a wallet or back to who paid.
CREATE TABLE suspense_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Of M-Pesa. A collection that was taken back from a wallet may have come without one.
  receipt text CHECK (length(receipt) BETWEEN 1 AND 40),
  why text NOT NULL CHECK (why IN ('unknown-account', 'left', 'reversed')),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- Account number as the payer typed it.
  account text NOT NULL CHECK (length(account) <= 100),
  -- Name and phone of the payer, sealed under the school's key; and the digest by which the same payer is known again.
  payer_sealed bytea,
  payer_digest bytea,
  -- The student from whose wallet it was taken back.
  student_id uuid,
  entry_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'proposed', 'returning', 'settled', 'returned')),
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (why = 'reversed' OR student_id IS NULL)
);
-- A payment is parked once; only a settlement that was taken back again comes a second time.
CREATE UNIQUE INDEX suspense_parked_once ON suspense_items (school_id, receipt) WHERE why <> 'reversed';
CREATE UNIQUE INDEX suspense_entry ON suspense_items (school_id, entry_id);
CREATE INDEX suspense_list ON suspense_items (school_id, state, paid_at);
CREATE INDEX suspense_receipt ON suspense_items (school_id, receipt);
SELECT enable_row_security('suspense_items');
GRANT SELECT, INSERT ON suspense_items TO mfuko_app;
GRANT UPDATE (state) ON suspense_items TO mfuko_app;

CREATE TRIGGER reversed_collection AFTER INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION park_reversed_collection();

-- Proposals of one person that another approves. A return that the provider did not carry out is `failed`, and the item is
-- open again.
CREATE TABLE suspense_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  way text NOT NULL CHECK (way IN ('settle', 'return')),
  student_id uuid,
  note text CHECK (length(note) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  -- The journal entry by which the money left.
  entry_id uuid,
  -- Of a return that was approved.
  outcome text CHECK (outcome IN ('pending', 'done', 'failed')),
  -- First request to the provider, and the provider's name for it.
  sent_at timestamptz,
  conversation_id text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES suspense_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((way = 'settle') = (student_id IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CHECK ((outcome IS NOT NULL) = (way = 'return' AND decision IS NOT DISTINCT FROM 'approved')),
  CHECK ((entry_id IS NOT NULL) = (decision IS NOT DISTINCT FROM 'approved' AND outcome IS NOT DISTINCT FROM
    CASE way WHEN 'return' THEN 'done' END)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT suspense_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX suspense_one_proposal ON suspense_proposals (school_id, item_id) WHERE decision IS NULL;
CREATE UNIQUE INDEX suspense_settled_once ON suspense_proposals (school_id, item_id)
  WHERE decision = 'approved' AND outcome IS DISTINCT FROM 'failed';
CREATE INDEX suspense_proposals_item ON suspense_proposals (school_id, item_id, at);
SELECT enable_row_security('suspense_proposals');
GRANT SELECT, INSERT ON suspense_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, entry_id, outcome, sent_at, conversation_id, result_code, result_text)
  ON suspense_proposals TO mfuko_app;

-- Students for whom a payer has paid before. The digest is keyed: without the key it tells no phone number.
CREATE TABLE known_payers (
  school_id uuid NOT NULL REFERENCES schools,
  payer_digest bytea NOT NULL,
  student_id uuid NOT NULL,
  times int NOT NULL DEFAULT 1 CHECK (times >= 1),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, payer_digest, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('known_payers');
GRANT SELECT, INSERT ON known_payers TO mfuko_app;
GRANT UPDATE (times, last_at) ON known_payers TO mfuko_app;
