-- Payments: money in by M-Pesa. Callbacks of the provider, requests to it, and the payments that it confirmed.

-- Callbacks as they came, written down before they are answered. The body is sealed, and forgotten once it was handled.
CREATE TABLE provider_callbacks (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Feature and record that it is for: parts of the address that was called.
  purpose text NOT NULL,
  subject text NOT NULL,
  -- Came to the address for requests that the provider gave up.
  timed_out boolean NOT NULL DEFAULT false,
  sealed bytea,
  heard_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (sealed IS NOT NULL OR handled_at IS NOT NULL)
);
CREATE INDEX provider_callbacks_waiting ON provider_callbacks (school_id, heard_at) WHERE handled_at IS NULL;
SELECT enable_row_security('provider_callbacks');
GRANT SELECT, INSERT, DELETE ON provider_callbacks TO mfuko_app;
GRANT UPDATE (sealed, handled_at) ON provider_callbacks TO mfuko_app;

-- Registration of a school with the provider.
CREATE TABLE provider_registrations (
  school_id uuid PRIMARY KEY REFERENCES schools,
  -- Registration of its addresses, and the paybill that they are for.
  registered_at timestamptz,
  short_code text,
  -- Since then it may pull payments.
  pulls_since timestamptz,
  -- Up to then payments were pulled, and the failure of the last try.
  pulled_until timestamptz,
  pull_failure text,
  -- The days that M-Pesa was away for longer than it lists payments, until a statement of them has come.
  gap_from timestamptz,
  gap_until timestamptz,
  CONSTRAINT provider_registrations_gap CHECK ((gap_from IS NULL) = (gap_until IS NULL) AND gap_from <= gap_until)
);
SELECT enable_row_security('provider_registrations', true);
GRANT SELECT, INSERT, UPDATE ON provider_registrations TO mfuko_app;

-- Prompts: a guardian is asked, on the phone, to pay.
CREATE TABLE stk_pushes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents; M-Pesa moves whole shillings.
  amount bigint NOT NULL CHECK (amount > 0 AND amount % 100 = 0),
  -- The account that the STK push names: the admission number of then.
  reference text NOT NULL,
  phone_sealed bytea NOT NULL,
  phone_masked text NOT NULL,
  phone_digest bytea NOT NULL,
  -- new: not sent yet; sending: on its way; unsettled: nobody knows if it was taken.
  status text NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'sending', 'sent', 'unsettled', 'paid', 'failed', 'cancelled')),
  -- The provider's code, or ours, and its words.
  code text,
  reason text,
  checkout_id text,
  -- The checkout id came from a callback, since the acknowledgement was lost: it was told, not given.
  adopted boolean NOT NULL DEFAULT false,
  -- The receipt that the callback named; worth something once the payment of that number is credited.
  receipt text,
  asked_by uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  -- Tries to send it, and questions for its state.
  tries int NOT NULL DEFAULT 0,
  asks int NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (status <> 'paid' OR receipt IS NOT NULL)
);
CREATE UNIQUE INDEX stk_pushes_checkout ON stk_pushes (school_id, checkout_id) WHERE checkout_id IS NOT NULL;
CREATE UNIQUE INDEX stk_pushes_receipt ON stk_pushes (school_id, receipt) WHERE status = 'paid';
CREATE INDEX stk_pushes_phone ON stk_pushes (school_id, phone_digest, requested_at);
CREATE INDEX stk_pushes_time ON stk_pushes (school_id, requested_at);
CREATE INDEX stk_pushes_open ON stk_pushes (school_id, reference, amount) WHERE status <> 'paid';
SELECT enable_row_security('stk_pushes');
GRANT SELECT, INSERT ON stk_pushes TO mfuko_app;
GRANT UPDATE (status, code, reason, checkout_id, adopted, receipt, sent_at, tries, asks) ON stk_pushes TO mfuko_app;

-- Payments by their receipt number: here once, in whatever ways and however often they were told.
CREATE TABLE payments (
  school_id uuid NOT NULL REFERENCES schools,
  receipt text NOT NULL CHECK (receipt ~ '^[A-Z0-9]{6,20}$'),
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- Account number as the payer typed it.
  account text NOT NULL,
  -- Name and number of the payer, as far as they were told.
  payer_sealed bytea,
  stk_push_id uuid,
  -- First source that told of it.
  reported_by text NOT NULL CHECK (reported_by IN ('prompt', 'confirmation', 'pull', 'statement')),
  -- told: nothing is proven. unknown: the provider knows no such payment. The others are final.
  state text NOT NULL DEFAULT 'told' CHECK (state IN ('told', 'unknown', 'credited', 'parked')),
  -- The provider's own answer that confirmed it, or a statement that a second person approved.
  confirmed_by text CHECK (confirmed_by IN ('prompt', 'status', 'pull', 'statement')),
  student_id uuid,
  entry_id uuid,
  suspense_id uuid,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  -- Questions to the provider, and the last one of them: an answer to another question is none.
  asks int NOT NULL DEFAULT 0,
  ask_id uuid,
  ask_conversation text,
  -- Tellings that differ in amount or account.
  contested boolean NOT NULL DEFAULT false,
  -- A statement tells of it too, or alone.
  in_statement boolean NOT NULL DEFAULT false,
  -- Answer of M-Pesa to a payment that a statement told: it is there in that amount; M-Pesa knows no such payment; it was not
  -- completed, or not paid to the school; or M-Pesa cannot be asked.
  provider_answer text CHECK (provider_answer IN ('confirmed', 'unknown', 'refused', 'not-asked')),
  confirmed_amount bigint CHECK (confirmed_amount > 0),
  confirmed_paid_at timestamptz,
  -- The statement in which a second person approved this row; or one that contradicts it.
  approved_in uuid,
  doubted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (school_id, receipt),
  FOREIGN KEY (school_id, stk_push_id) REFERENCES stk_pushes (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CONSTRAINT payments_credited_is_confirmed
    CHECK ((state IN ('credited', 'parked')) = (confirmed_by IS NOT NULL AND settled_at IS NOT NULL)),
  CHECK ((state = 'credited') = (entry_id IS NOT NULL)),
  CHECK ((state = 'parked') = (suspense_id IS NOT NULL)),
  CONSTRAINT payments_confirmed_amount
    CHECK ((provider_answer IS NOT DISTINCT FROM 'confirmed') = (confirmed_amount IS NOT NULL)),
  CONSTRAINT payments_statement_is_approved CHECK (confirmed_by IS DISTINCT FROM 'statement' OR approved_in IS NOT NULL)
);
CREATE UNIQUE INDEX payments_id ON payments (school_id, id);
CREATE UNIQUE INDEX payments_entry ON payments (school_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE UNIQUE INDEX payments_ask ON payments (school_id, ask_id) WHERE ask_id IS NOT NULL;
CREATE INDEX payments_time ON payments (school_id, paid_at);
CREATE INDEX payments_open ON payments (school_id, told_at) WHERE state IN ('told', 'unknown');
SELECT enable_row_security('payments');
GRANT SELECT, INSERT ON payments TO mfuko_app;
GRANT UPDATE (amount, paid_at, account, payer_sealed, stk_push_id, state, confirmed_by, student_id, entry_id, suspense_id,
  settled_at, asks, ask_id, ask_conversation, contested, in_statement, provider_answer, confirmed_amount, confirmed_paid_at,
  approved_in, doubted) ON payments TO mfuko_app;
