-- Payments that nobody knows yet whose they are, and what goes back to guardians of students who have left.

-- What lies in suspense. Its money came with `movement_id`; it leaves once, for a wallet or back to who paid.
CREATE TABLE suspense_items (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Of M-Pesa. What was taken back from a wallet may have come without one.
  receipt text CHECK (length(receipt) BETWEEN 1 AND 40),
  why text NOT NULL CHECK (why IN ('unknown-account', 'left', 'reversed')),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- What the payer typed.
  account text NOT NULL CHECK (length(account) <= 100),
  -- Name and phone of the payer, sealed under the school's key; and by what the same payer is known again.
  payer_sealed bytea,
  payer_digest bytea,
  -- From whose wallet it was taken back.
  student_id uuid,
  movement_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'proposed', 'returning', 'settled', 'returned')),
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (why = 'reversed' OR student_id IS NULL)
);
-- A payment is parked once; only what was settled and taken back again comes a second time.
CREATE UNIQUE INDEX suspense_parked_once ON suspense_items (school_id, receipt) WHERE why <> 'reversed';
CREATE UNIQUE INDEX suspense_movement ON suspense_items (school_id, movement_id);
CREATE INDEX suspense_list ON suspense_items (school_id, state, paid_at);
CREATE INDEX suspense_receipt ON suspense_items (school_id, receipt);
SELECT raise_tenant_wall('suspense_items');
GRANT SELECT, INSERT ON suspense_items TO mfuko_app;
GRANT UPDATE (state) ON suspense_items TO mfuko_app;

-- What one person proposes and another approves. A return that the provider did not carry out is `failed`, and the item is
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
  -- Where the money went.
  movement_id uuid,
  -- Of a return that was approved.
  outcome text CHECK (outcome IN ('pending', 'done', 'failed')),
  -- When the provider was first asked for it, and what it calls it.
  sent_at timestamptz,
  conversation_id text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, item_id) REFERENCES suspense_items (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CHECK ((way = 'settle') = (student_id IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CHECK ((outcome IS NOT NULL) = (way = 'return' AND decision IS NOT DISTINCT FROM 'approved')),
  CHECK ((movement_id IS NOT NULL) = (decision IS NOT DISTINCT FROM 'approved' AND outcome IS NOT DISTINCT FROM
    CASE way WHEN 'return' THEN 'done' END)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT suspense_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX suspense_one_proposal ON suspense_proposals (school_id, item_id) WHERE decision IS NULL;
CREATE UNIQUE INDEX suspense_settled_once ON suspense_proposals (school_id, item_id)
  WHERE decision = 'approved' AND outcome IS DISTINCT FROM 'failed';
CREATE INDEX suspense_proposals_item ON suspense_proposals (school_id, item_id, at);
SELECT raise_tenant_wall('suspense_proposals');
GRANT SELECT, INSERT ON suspense_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, movement_id, outcome, sent_at, conversation_id, result_code, result_text)
  ON suspense_proposals TO mfuko_app;

-- For whom a payer has paid before. The digest is keyed: without the key it tells no phone number.
CREATE TABLE known_payers (
  school_id uuid NOT NULL REFERENCES schools,
  payer_digest bytea NOT NULL,
  student_id uuid NOT NULL,
  times int NOT NULL DEFAULT 1 CHECK (times >= 1),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, payer_digest, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT raise_tenant_wall('known_payers');
GRANT SELECT, INSERT ON known_payers TO mfuko_app;
GRANT UPDATE (times, last_at) ON known_payers TO mfuko_app;

-- The money of a collection that is taken back is still with M-Pesa: nobody knows now whose it is.
CREATE OR REPLACE FUNCTION suspense_of_reversal(the_school uuid, the_account uuid, the_movement uuid, the_reversal uuid)
RETURNS uuid LANGUAGE sql AS $$ SELECT house_account(the_school, 'suspense') $$;

-- Whether it had come straight from M-Pesa or out of suspense, a collection that is taken back lies there as an item.
CREATE FUNCTION park_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was movements%ROWTYPE;
  before suspense_items%ROWTYPE;
BEGIN
  SELECT * INTO was FROM movements m WHERE m.school_id = NEW.school_id AND m.id = NEW.reverses;
  IF was.kind <> 'collection' OR NOT EXISTS (
    SELECT 1 FROM postings p JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id
    WHERE p.school_id = NEW.school_id AND p.movement_id = NEW.reverses AND a.kind IN ('m-pesa', 'suspense')
  ) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM suspense_items i
  WHERE i.school_id = NEW.school_id AND i.receipt = was.reference ORDER BY i.parked_at LIMIT 1;
  INSERT INTO suspense_items (school_id, id, receipt, why, amount, paid_at, account, payer_sealed, payer_digest, student_id,
                              movement_id)
  VALUES (NEW.school_id, gen_random_uuid(), left(nullif(was.reference, ''), 40), 'reversed', was.amount,
          coalesce(before.paid_at, was.at), coalesce(before.account, ''), before.payer_sealed, before.payer_digest,
          was.student_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER reversed_collection AFTER INSERT ON movements
  FOR EACH ROW WHEN (NEW.kind = 'reversal') EXECUTE FUNCTION park_reversed_collection();

-- What a student who has left still held, on its way to a guardian. `payout_id` is what the provider knows it by: it is
-- there before the provider is asked, and is good once.
CREATE TABLE refunds (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents, whole shillings, within what M-Pesa pays out; and the cents that it cannot carry, which stay in the wallet.
  amount bigint NOT NULL CHECK (amount BETWEEN 1000 AND 25000000 AND amount % 100 = 0),
  left_over bigint NOT NULL CHECK (left_over BETWEEN 0 AND 99),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  guardian_name text NOT NULL,
  -- Sealed under the school's key.
  phone_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'rejected', 'sending', 'paid', 'failed')),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz,
  payout_id text,
  -- From the wallet to what is on its way; and from there to the guardian, or back.
  movement_id uuid,
  end_movement_id uuid,
  -- When the provider was asked to pay. Nobody asks it a second time.
  sent_at timestamptz,
  conversation_id text,
  ended_at timestamptz,
  receipt text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  FOREIGN KEY (school_id, end_movement_id) REFERENCES movements (school_id, id),
  CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state IN ('sending', 'paid', 'failed')) = (payout_id IS NOT NULL AND movement_id IS NOT NULL)),
  CHECK ((state IN ('paid', 'failed')) = (end_movement_id IS NOT NULL) AND (end_movement_id IS NULL) = (ended_at IS NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT refund_second_person CHECK (state IN ('proposed', 'rejected') OR decided_by <> by_user)
);
CREATE UNIQUE INDEX refunds_one_at_a_time ON refunds (school_id, student_id) WHERE state IN ('proposed', 'sending');
CREATE UNIQUE INDEX refunds_payout ON refunds (school_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX refunds_list ON refunds (school_id, state, at);
CREATE INDEX refunds_student ON refunds (school_id, student_id, at);
SELECT raise_tenant_wall('refunds');
GRANT SELECT, INSERT ON refunds TO mfuko_app;
GRANT UPDATE (state, decided_by, decided_at, payout_id, movement_id, end_movement_id, sent_at, conversation_id, ended_at,
              receipt, result_code, result_text) ON refunds TO mfuko_app;

-- What was on its way to a student's guardian has arrived: it is owed no longer, and M-Pesa holds it no longer.
CREATE FUNCTION pay_out_refund(the_school uuid, new_id uuid, the_student uuid, the_amount bigint, the_reference text)
RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  moved_at timestamptz := clock_timestamp();
BEGIN
  INSERT INTO movements (school_id, id, kind, student_id, amount, fee, reference, at)
  VALUES (the_school, new_id, 'refund-paid', the_student, the_amount, 0, the_reference, moved_at);
  INSERT INTO postings (school_id, movement_id, leg, account_id, amount, at)
  VALUES (the_school, new_id, 1, house_account(the_school, 'payouts'), -the_amount, moved_at),
         (the_school, new_id, 2, house_account(the_school, 'm-pesa'), the_amount, moved_at);
  RETURN moved_at;
END $$;
