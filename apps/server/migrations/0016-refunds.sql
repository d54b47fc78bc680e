-- Refunds: the balance of a student who has left, on its way to a guardian. `payout_id` is the provider's handle for it: it
-- is there before the provider is asked, and is good once.

CREATE TABLE refunds (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Cents, whole shillings, within the amounts that M-Pesa pays out; and the cents that it cannot carry, which stay in the wallet.
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
  -- From the wallet to the payouts under way; and from there to the guardian, or back.
  entry_id uuid,
  end_entry_id uuid,
  -- Request to the provider. Nobody asks it a second time.
  sent_at timestamptz,
  conversation_id text,
  ended_at timestamptz,
  receipt text,
  result_code text,
  result_text text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  FOREIGN KEY (school_id, end_entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((state IN ('sending', 'paid', 'failed')) = (payout_id IS NOT NULL AND entry_id IS NOT NULL)),
  CHECK ((state IN ('paid', 'failed')) = (end_entry_id IS NOT NULL) AND (end_entry_id IS NULL) = (ended_at IS NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT refund_second_person CHECK (state IN ('proposed', 'rejected') OR decided_by <> by_user)
);
CREATE UNIQUE INDEX refunds_one_at_a_time ON refunds (school_id, student_id) WHERE state IN ('proposed', 'sending');
CREATE UNIQUE INDEX refunds_payout ON refunds (school_id, payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX refunds_list ON refunds (school_id, state, at);
CREATE INDEX refunds_student ON refunds (school_id, student_id, at);
SELECT enable_row_security('refunds');
GRANT SELECT, INSERT ON refunds TO mfuko_app;
GRANT UPDATE (state, decided_by, decided_at, payout_id, entry_id, end_entry_id, sent_at, conversation_id, ended_at,
              receipt, result_code, result_text) ON refunds TO mfuko_app;
