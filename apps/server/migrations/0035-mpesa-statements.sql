-- Payments that M-Pesa lists no more, from the statement that the organisation's portal gives: what a file in somebody's hand
-- tells is borne out by M-Pesa, or approved by a second person.

CREATE TABLE payment_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  short_code text NOT NULL,
  -- The time that it is of.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends >= begins),
  -- SHA-256 over what its rows say: the same again is the same statement.
  content_hash bytea NOT NULL,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT payment_statements_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX payment_statements_once ON payment_statements (school_id, content_hash)
  WHERE decision IS DISTINCT FROM 'rejected';
CREATE INDEX payment_statements_time ON payment_statements (school_id, at);
SELECT raise_tenant_wall('payment_statements');
GRANT SELECT, INSERT ON payment_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON payment_statements TO mfuko_app;

-- Its payments that were not booked when it came, as it tells them; what became of each stands with the payment.
CREATE TABLE payment_statement_rows (
  school_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  receipt text NOT NULL,
  row int NOT NULL CHECK (row > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  paid_at timestamptz NOT NULL,
  account text NOT NULL,
  PRIMARY KEY (school_id, statement_id, receipt),
  FOREIGN KEY (school_id, statement_id) REFERENCES payment_statements (school_id, id),
  FOREIGN KEY (school_id, receipt) REFERENCES payments (school_id, receipt)
);
CREATE INDEX payment_statement_rows_receipt ON payment_statement_rows (school_id, receipt);
SELECT raise_tenant_wall('payment_statement_rows');
GRANT SELECT, INSERT ON payment_statement_rows TO mfuko_app;

ALTER TABLE payments DROP CONSTRAINT payments_told_by_check;
ALTER TABLE payments ADD CONSTRAINT payments_told_by_check CHECK (told_by IN ('prompt', 'confirmation', 'pull', 'statement'));
ALTER TABLE payments DROP CONSTRAINT payments_borne_out_by_check;
ALTER TABLE payments ADD CONSTRAINT payments_borne_out_by_check CHECK (borne_out_by IN ('prompt', 'status', 'pull', 'statement'));
ALTER TABLE payments
  -- A statement tells of it too, or alone.
  ADD COLUMN in_statement boolean NOT NULL DEFAULT false,
  -- What M-Pesa answered of a payment that a statement told: it is there in that amount; M-Pesa knows no such payment; it was not
  -- completed, or not paid to the school; or M-Pesa cannot be asked.
  ADD COLUMN provider_answer text CHECK (provider_answer IN ('confirmed', 'unknown', 'refused', 'not-asked')),
  ADD COLUMN confirmed_amount bigint CHECK (confirmed_amount > 0),
  ADD COLUMN confirmed_paid_at timestamptz,
  -- The statement by which a second person approved what the row says; or that one said that it is not so.
  ADD COLUMN approved_in uuid,
  ADD COLUMN doubted boolean NOT NULL DEFAULT false,
  ADD FOREIGN KEY (school_id, approved_in) REFERENCES payment_statements (school_id, id),
  ADD CONSTRAINT payments_confirmed_amount CHECK ((provider_answer IS NOT DISTINCT FROM 'confirmed') = (confirmed_amount IS NOT NULL)),
  ADD CONSTRAINT payments_statement_is_approved CHECK (borne_out_by IS DISTINCT FROM 'statement' OR approved_in IS NOT NULL);
GRANT UPDATE (in_statement, provider_answer, confirmed_amount, confirmed_paid_at, approved_in, doubted) ON payments TO mfuko_app;

-- The days that M-Pesa was away for longer than it lists payments, until a statement of them has come.
ALTER TABLE payment_standing
  ADD COLUMN gap_from timestamptz,
  ADD COLUMN gap_until timestamptz,
  ADD CONSTRAINT payment_standing_gap CHECK ((gap_from IS NULL) = (gap_until IS NULL) AND gap_from <= gap_until);
