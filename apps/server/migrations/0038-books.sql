-- Bank transfers: cash that is taken from the desk to the bank, or fetched from there. One person proposes, another approves, and
-- only then the journal entry is written.
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_kind_check;
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_kind_check CHECK (kind IN (
  'deposit', 'collection', 'cash-out', 'canteen', 'item', 'item-return', 'reversal', 'refund', 'refund-paid', 'refund-failed',
  -- Of the school's own accounts only.
  'unclaimed', 'unclaimed-returned', 'float', 'till-close', 'bank-transfer'));
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_student_check;
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_student_check
  CHECK ((student_id IS NULL) = (kind IN ('unclaimed', 'unclaimed-returned', 'float', 'till-close', 'bank-transfer')));

CREATE TABLE bank_transfers (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  way text NOT NULL CHECK (way IN ('to-bank', 'to-desk')),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Number on the bank's slip, as it was typed, and the same without spaces and in capitals.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 60),
  slip text NOT NULL CHECK (slip <> ''),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  entry_id uuid,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CHECK ((decision IS NOT DISTINCT FROM 'approved') = (entry_id IS NOT NULL)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT bank_transfer_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
-- A slip carries money once, unless its proposal was turned down.
CREATE UNIQUE INDEX bank_transfers_slip ON bank_transfers (school_id, slip) WHERE decision IS DISTINCT FROM 'rejected';
CREATE UNIQUE INDEX bank_transfers_entry ON bank_transfers (school_id, entry_id) WHERE entry_id IS NOT NULL;
SELECT enable_row_security('bank_transfers');
GRANT SELECT ON bank_transfers TO mfuko_app;
GRANT INSERT (school_id, id, way, amount, reference, slip, by_user) ON bank_transfers TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, entry_id) ON bank_transfers TO mfuko_app;
