-- Books: days that are over are closed for good, each with the seals of its journal entries and a hash over them, the day's sums and
-- the day before. Findings of the checks stand beside, and the balances that the provider reports.

CREATE TABLE book_days (
  school_id uuid NOT NULL REFERENCES schools,
  day date NOT NULL,
  -- 1, 2, 3 … without a gap, from the day of the school's first journal entry.
  number int NOT NULL CHECK (number > 0),
  -- Its bounds, as the school's time zone was then: `ends` is the next day's `begins`.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends > begins),
  movements int NOT NULL CHECK (movements >= 0),
  -- Cents that each kind of account had at the day's end, by its kind: { "wallet": 120000, "cash-desk": -120000, … }.
  closing jsonb NOT NULL,
  -- Sums by kind of journal entry: { "deposit": { "count": 2, "amount": 50000, "fee": 0 }, … }.
  moved jsonb NOT NULL,
  -- 32 bytes for each journal entry in the order of time and id: its id, and 16 bytes of the keyed hash over its row and legs.
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- HMAC-SHA-256 over the hash of the day before and everything above.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, day),
  UNIQUE (school_id, number)
);
-- The seals do not compress.
ALTER TABLE book_days ALTER COLUMN seals SET STORAGE EXTERNAL;
SELECT enable_row_security('book_days');
GRANT SELECT ON book_days TO mfuko_app;
GRANT INSERT (school_id, day, number, begins, ends, movements, closing, moved, seals, hash) ON book_days TO mfuko_app;
SELECT make_append_only('book_days');

-- Amendments: a closed day that journal entries were put into afterwards, by a clock that was wrong, is mended by two persons. The
-- day's row stays as it is; an amendment in its place is only ever added.
CREATE TABLE book_amendment_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  day date NOT NULL,
  -- Digest of the differences at the time of the proposal: it is good for them and for nothing that comes after.
  seen bytea NOT NULL CHECK (length(seen) = 32),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, day) REFERENCES book_days (school_id, day),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT amendment_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX book_amendment_proposals_open ON book_amendment_proposals (school_id, day) WHERE decision IS NULL;
SELECT enable_row_security('book_amendment_proposals');
GRANT SELECT, INSERT ON book_amendment_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON book_amendment_proposals TO mfuko_app;

CREATE TABLE book_amendments (
  school_id uuid NOT NULL,
  -- 1, 2, 3 … without a gap, over all days of the school.
  number int NOT NULL CHECK (number > 0),
  day date NOT NULL,
  proposal_id uuid NOT NULL,
  -- The newest closed day in that moment: the closing sums of the days from this one to that one lack `change`.
  newest int NOT NULL,
  -- As of a day, with the journal entries that were put in.
  movements int NOT NULL CHECK (movements > 0),
  moved jsonb NOT NULL,
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- Cents by kind of account that these journal entries brought.
  change jsonb NOT NULL,
  reason text NOT NULL,
  proposed_by uuid NOT NULL,
  approved_by uuid NOT NULL,
  -- The hash that this one supersedes: of the day, or of its amendment before.
  replaced bytea NOT NULL CHECK (length(replaced) = 32),
  -- HMAC-SHA-256 over the hash of the amendment before and everything above.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, number),
  FOREIGN KEY (school_id, day) REFERENCES book_days (school_id, day),
  FOREIGN KEY (school_id, proposal_id) REFERENCES book_amendment_proposals (school_id, id),
  CONSTRAINT amended_by_two CHECK (approved_by <> proposed_by)
);
CREATE INDEX book_amendments_day ON book_amendments (school_id, day, number);
ALTER TABLE book_amendments ALTER COLUMN seals SET STORAGE EXTERNAL;
SELECT enable_row_security('book_amendments');
GRANT SELECT ON book_amendments TO mfuko_app;
GRANT INSERT (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason, proposed_by, approved_by,
              replaced, hash) ON book_amendments TO mfuko_app;
SELECT make_append_only('book_amendments');

-- Balances that the provider reported for a school, and the balance of the books in that moment.
CREATE TABLE provider_balances (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  told_at timestamptz,
  -- Cents.
  balance bigint,
  books bigint,
  PRIMARY KEY (school_id, id),
  CHECK ((told_at IS NULL) = (balance IS NULL) AND (told_at IS NULL) = (books IS NULL))
);
CREATE INDEX provider_balances_told ON provider_balances (school_id, told_at) WHERE told_at IS NOT NULL;
SELECT enable_row_security('provider_balances');
GRANT SELECT, INSERT, DELETE ON provider_balances TO mfuko_app;
GRANT UPDATE (told_at, balance, books) ON provider_balances TO mfuko_app;

-- Explanations of money at the provider that moved past the books: there before the first payment, taken to the school's bank,
-- kept by the provider for itself. Cents; minus is less at the provider.
CREATE TABLE book_explanations (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
SELECT enable_row_security('book_explanations');
GRANT SELECT ON book_explanations TO mfuko_app;
GRANT INSERT (school_id, id, amount, reason, by_user) ON book_explanations TO mfuko_app;
SELECT make_append_only('book_explanations');

-- Result of the last check of a school's books: sums only, since the platform reads them.
CREATE TABLE book_states (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  checked_at timestamptz NOT NULL,
  -- Last check of every row, not the open day's only.
  whole_at timestamptz,
  -- Cents that are held and owed to nobody (plus), or owed and not held (minus), and since when it is not nothing.
  difference bigint NOT NULL,
  difference_since timestamptz,
  -- The same between the provider and the books; null: the provider was never heard.
  provider_difference bigint,
  provider_since timestamptz,
  provider_at timestamptz,
  findings int NOT NULL CHECK (findings >= 0)
);
SELECT enable_row_security('book_states', true);
GRANT SELECT, INSERT, UPDATE ON book_states TO mfuko_app;

-- Findings of the last check, row by row. For the school alone.
CREATE TABLE book_findings (
  school_id uuid NOT NULL REFERENCES schools,
  place int NOT NULL,
  -- Found by a check of every row; the hourly check replaces its own findings only.
  whole boolean NOT NULL,
  finding jsonb NOT NULL,
  PRIMARY KEY (school_id, whole, place)
);
SELECT enable_row_security('book_findings');
GRANT SELECT, INSERT, DELETE ON book_findings TO mfuko_app;
