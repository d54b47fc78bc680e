-- Erasures: a student whose data is to go, asked for by one person and approved by another. Afterwards the reason is empty.
CREATE TABLE erasures (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CONSTRAINT erasure_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX erasures_open ON erasures (school_id, student_id) WHERE decision IS NULL;
SELECT enable_row_security('erasures');
GRANT SELECT, INSERT ON erasures TO mfuko_app;
GRANT UPDATE (reason, decision, decided_by, decided_at) ON erasures TO mfuko_app;

-- Erased student: a pseudonym in place of number and name, hidden for good.
ALTER TABLE students ADD COLUMN erased_at timestamptz;
ALTER TABLE students DROP CONSTRAINT students_admission_number_check;
ALTER TABLE students ADD CONSTRAINT students_admission_number_check CHECK (
  admission_number ~ '^\d{1,12}$' OR (erased_at IS NOT NULL AND admission_number ~ '^E-[0-9A-F]{12}$'));
ALTER TABLE students ADD CONSTRAINT students_erased CHECK (erased_at IS NULL OR (deleted_at IS NOT NULL AND pin_hash IS NULL));

-- Closed wallet: of an erased student; no money comes in any more.
ALTER TABLE accounts ADD COLUMN closed boolean NOT NULL DEFAULT false;
ALTER TABLE accounts ADD CONSTRAINT closed_wallet_is_empty CHECK (NOT closed OR balance = 0);
GRANT UPDATE (closed) ON accounts TO mfuko_app;

ALTER TABLE consent_withdrawals ALTER COLUMN withdrawn_by DROP NOT NULL, ALTER COLUMN relation DROP NOT NULL;
-- An item that was changed has a reason, until its owner is erased.
ALTER TABLE item_events DROP CONSTRAINT item_events_check3;
ALTER TABLE item_events ADD CONSTRAINT item_events_reason CHECK (kind <> 'handOut' OR reason IS NULL);

SELECT make_blankable('consent_withdrawals', 'withdrawn_by', 'relation');
SELECT make_blankable('gate_events', 'longitude', 'latitude', 'override_reason');
SELECT make_blankable('bus_events', 'longitude', 'latitude', 'override_reason');
SELECT make_blankable('meals', 'longitude', 'latitude');
SELECT make_blankable('item_events', 'longitude', 'latitude', 'reason');
SELECT make_blankable('reminder_students', 'phone_masked');
SELECT make_blankable('import_rows', 'change');
GRANT DELETE ON guardians, money_holds, known_payers, payer_words TO mfuko_app;
GRANT UPDATE (detail) ON gate_exceptions TO mfuko_app;
GRANT UPDATE (longitude, latitude) ON student_items TO mfuko_app;
GRANT UPDATE (reason) ON cash_approvals TO mfuko_app;
GRANT UPDATE (guardian_name, phone_sealed, reason) ON refunds TO mfuko_app;
GRANT UPDATE (payer_sealed, payer_digest, account) ON suspense_items TO mfuko_app;
GRANT UPDATE (note) ON suspense_proposals TO mfuko_app;
GRANT UPDATE (phone_sealed, phone_masked, phone_digest) ON stk_pushes TO mfuko_app;
GRANT UPDATE (account) ON payment_statement_rows TO mfuko_app;
