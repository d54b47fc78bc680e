-- Statements: payments that M-Pesa lists no more, from the statement of the organisation's portal. A row of such a file is
-- confirmed by M-Pesa, or approved by a second person.

CREATE TABLE payment_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  short_code text NOT NULL,
  -- The time that it is of.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends >= begins),
  -- SHA-256 over the content of its rows: the same again is the same statement.
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
SELECT enable_row_security('payment_statements');
GRANT SELECT, INSERT ON payment_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON payment_statements TO mfuko_app;

ALTER TABLE payments ADD FOREIGN KEY (school_id, approved_in) REFERENCES payment_statements (school_id, id);

-- Payments of a statement that were not booked when it came, as it tells them. The outcome of each stands with the payment.
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
SELECT enable_row_security('payment_statement_rows');
GRANT SELECT, INSERT ON payment_statement_rows TO mfuko_app;
