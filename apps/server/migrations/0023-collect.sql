-- Money in by M-Pesa: what the provider told, what it was asked, and which payments it bore out.

-- Hexadecimal makes none of the words that M-Pesa refuses in an address. The school's id stands in front of 256 random
-- bits, so that whoever is called knows behind which wall to look. The wall is down for the owner meanwhile.
ALTER TABLE payment_configs NO FORCE ROW LEVEL SECURITY;
UPDATE payment_configs SET hook_secret = replace(school_id::text, '-', '')
  || encode(sha256(convert_to(hook_secret || gen_random_uuid() || gen_random_uuid(), 'UTF8')), 'hex');
ALTER TABLE payment_configs FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_configs ADD CONSTRAINT payment_configs_hook_secret CHECK (hook_secret ~ '^[0-9a-f]{96}$');

-- Results as they came, written down before they are answered. The body is sealed, and forgotten once it was worked on.
CREATE TABLE payment_messages (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Whose it is, and which of theirs: parts of the address that was called.
  purpose text NOT NULL,
  subject text NOT NULL,
  -- Came to the address for what the provider gave up.
  timed_out boolean NOT NULL DEFAULT false,
  sealed bytea,
  heard_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (sealed IS NOT NULL OR handled_at IS NOT NULL)
);
CREATE INDEX payment_messages_waiting ON payment_messages (school_id, heard_at) WHERE handled_at IS NULL;
SELECT raise_tenant_wall('payment_messages');
GRANT SELECT, INSERT, DELETE ON payment_messages TO mfuko_app;
GRANT UPDATE (sealed, handled_at) ON payment_messages TO mfuko_app;

-- How a school stands with the provider.
CREATE TABLE payment_standing (
  school_id uuid PRIMARY KEY REFERENCES schools,
  -- When its addresses were registered, and for which paybill.
  registered_at timestamptz,
  short_code text,
  -- When it was allowed to pull.
  pulls_since timestamptz,
  -- Up to when payments were pulled, and why the last try failed.
  pulled_until timestamptz,
  pull_failure text
);
SELECT raise_tenant_wall('payment_standing', true);
GRANT SELECT, INSERT, UPDATE ON payment_standing TO mfuko_app;

-- A guardian is asked, on the phone, to pay.
CREATE TABLE payment_prompts (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents; M-Pesa moves whole shillings.
  amount bigint NOT NULL CHECK (amount > 0 AND amount % 100 = 0),
  -- What the prompt names as the account: the admission number of then.
  reference text NOT NULL,
  phone_sealed bytea NOT NULL,
  phone_masked text NOT NULL,
  phone_digest bytea NOT NULL,
  -- new: not sent yet; sending: on its way; unsettled: nobody knows whether it was taken.
  status text NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'sending', 'sent', 'unsettled', 'paid', 'failed', 'cancelled')),
  -- The provider's code, or ours, and its words.
  code text,
  reason text,
  checkout_id text,
  -- Whether that came from a callback, since the acknowledgement was lost: it was told, not given.
  adopted boolean NOT NULL DEFAULT false,
  -- What the callback named; worth something once the payment of that number is credited.
  receipt text,
  asked_by uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  -- How often it was sent, and how often its state was asked for.
  tries int NOT NULL DEFAULT 0,
  asks int NOT NULL DEFAULT 0,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (status <> 'paid' OR receipt IS NOT NULL)
);
CREATE UNIQUE INDEX payment_prompts_checkout ON payment_prompts (school_id, checkout_id) WHERE checkout_id IS NOT NULL;
CREATE UNIQUE INDEX payment_prompts_receipt ON payment_prompts (school_id, receipt) WHERE status = 'paid';
CREATE INDEX payment_prompts_phone ON payment_prompts (school_id, phone_digest, requested_at);
CREATE INDEX payment_prompts_time ON payment_prompts (school_id, requested_at);
CREATE INDEX payment_prompts_open ON payment_prompts (school_id, reference, amount) WHERE status <> 'paid';
SELECT raise_tenant_wall('payment_prompts');
GRANT SELECT, INSERT ON payment_prompts TO mfuko_app;
GRANT UPDATE (status, code, reason, checkout_id, adopted, receipt, sent_at, tries, asks) ON payment_prompts TO mfuko_app;

-- A payment that somebody told of, by its receipt number: here once, in whatever ways and however often it was told.
CREATE TABLE payments (
  school_id uuid NOT NULL REFERENCES schools,
  receipt text NOT NULL CHECK (receipt ~ '^[A-Z0-9]{6,20}$'),
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  -- What the payer typed.
  account text NOT NULL,
  -- Name and number of the payer, as far as they were told.
  payer_sealed bytea,
  prompt_id uuid,
  -- How it was first heard of.
  told_by text NOT NULL CHECK (told_by IN ('prompt', 'confirmation', 'pull')),
  -- told: nothing is proven. unknown: the provider knows no such payment. The others are final.
  state text NOT NULL DEFAULT 'told' CHECK (state IN ('told', 'unknown', 'credited', 'parked')),
  -- What the provider itself said when it was asked.
  borne_out_by text CHECK (borne_out_by IN ('prompt', 'status', 'pull')),
  student_id uuid,
  movement_id uuid,
  suspense_id uuid,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  -- How often the provider was asked, and what is known of the last time: an answer to another question is none.
  asks int NOT NULL DEFAULT 0,
  ask_id uuid,
  ask_conversation text,
  -- Tellings that differ in amount or account.
  contested boolean NOT NULL DEFAULT false,
  PRIMARY KEY (school_id, receipt),
  FOREIGN KEY (school_id, prompt_id) REFERENCES payment_prompts (school_id, id),
  FOREIGN KEY (school_id, movement_id) REFERENCES movements (school_id, id),
  CONSTRAINT payments_credited_is_borne_out
    CHECK ((state IN ('credited', 'parked')) = (borne_out_by IS NOT NULL AND settled_at IS NOT NULL)),
  CHECK ((state = 'credited') = (movement_id IS NOT NULL)),
  CHECK ((state = 'parked') = (suspense_id IS NOT NULL))
);
CREATE UNIQUE INDEX payments_id ON payments (school_id, id);
CREATE UNIQUE INDEX payments_movement ON payments (school_id, movement_id) WHERE movement_id IS NOT NULL;
CREATE UNIQUE INDEX payments_ask ON payments (school_id, ask_id) WHERE ask_id IS NOT NULL;
CREATE INDEX payments_time ON payments (school_id, paid_at);
CREATE INDEX payments_open ON payments (school_id, told_at) WHERE state IN ('told', 'unknown');
SELECT raise_tenant_wall('payments');
GRANT SELECT, INSERT ON payments TO mfuko_app;
GRANT UPDATE (amount, paid_at, account, payer_sealed, prompt_id, state, borne_out_by, student_id, movement_id, suspense_id,
  settled_at, asks, ask_id, ask_conversation, contested) ON payments TO mfuko_app;
