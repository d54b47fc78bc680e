-- The truth of the books. Days that are over are closed for good, each with the seals of its movements and a hash over
-- them, the day's sums and the day before; what a look at the books found stands beside, and what the provider says.

CREATE TABLE book_days (
  school_id uuid NOT NULL REFERENCES schools,
  day date NOT NULL,
  -- 1, 2, 3 … without a gap, from the day of the school's first movement.
  number int NOT NULL CHECK (number > 0),
  -- The moments that it lies between, as the school's time zone was then: `ends` is the next day's `begins`.
  begins timestamptz NOT NULL,
  ends timestamptz NOT NULL CHECK (ends > begins),
  movements int NOT NULL CHECK (movements >= 0),
  -- Cents that each kind of account had at the day's end, by its kind: { "wallet": 120000, "cash-desk": -120000, … }.
  closing jsonb NOT NULL,
  -- What moved, by kind of movement: { "deposit": { "count": 2, "amount": 50000, "fee": 0 }, … }.
  moved jsonb NOT NULL,
  -- 32 bytes for each movement in the order of time and id: its id, and 16 bytes of the keyed hash over its row and legs.
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- HMAC-SHA-256 over the hash of the day before and everything above.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, day),
  UNIQUE (school_id, number)
);
-- The seals do not compress.
ALTER TABLE book_days ALTER COLUMN seals SET STORAGE EXTERNAL;
SELECT raise_tenant_wall('book_days');
GRANT SELECT ON book_days TO mfuko_app;
GRANT INSERT (school_id, day, number, begins, ends, movements, closing, moved, seals, hash) ON book_days TO mfuko_app;
SELECT make_append_only('book_days');

-- What the provider says that it holds for a school, and what the books said in that moment.
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
SELECT raise_tenant_wall('provider_balances');
GRANT SELECT, INSERT, DELETE ON provider_balances TO mfuko_app;
GRANT UPDATE (told_at, balance, books) ON provider_balances TO mfuko_app;

-- Money at the provider that moved past the books, and why: what was there before the first payment, what the school took
-- to its bank, what the provider kept for itself. Cents; minus is less at the provider.
CREATE TABLE book_explanations (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
SELECT raise_tenant_wall('book_explanations');
GRANT SELECT ON book_explanations TO mfuko_app;
GRANT INSERT (school_id, id, amount, reason, by_user) ON book_explanations TO mfuko_app;
SELECT make_append_only('book_explanations');

-- How the books of a school stood when they were last looked at: sums only, since the platform reads them.
CREATE TABLE book_states (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  checked_at timestamptz NOT NULL,
  -- When every row was last looked at, not the open day's only.
  whole_at timestamptz,
  -- Cents that are held and owed to nobody (plus), or owed and not held (minus), and since when it is not nothing.
  difference bigint NOT NULL,
  difference_since timestamptz,
  -- The same between the provider and the books; null where the provider was never heard.
  provider_difference bigint,
  provider_since timestamptz,
  provider_at timestamptz,
  findings int NOT NULL CHECK (findings >= 0)
);
SELECT raise_tenant_wall('book_states', true);
GRANT SELECT, INSERT, UPDATE ON book_states TO mfuko_app;

-- What the last look found, row by row. For the school alone.
CREATE TABLE book_findings (
  school_id uuid NOT NULL REFERENCES schools,
  place int NOT NULL,
  -- Whether it came of a look at every row; the hourly look replaces its own only.
  whole boolean NOT NULL,
  finding jsonb NOT NULL,
  PRIMARY KEY (school_id, whole, place)
);
SELECT raise_tenant_wall('book_findings');
GRANT SELECT, INSERT, DELETE ON book_findings TO mfuko_app;

-- What each kind of account of a school has now, in cents: wallets by their balances, the school's own by what the newest
-- closed day says and what was posted since.
CREATE FUNCTION book_balances(the_school uuid) RETURNS TABLE (kind text, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  closed record;
BEGIN
  SELECT d.closing, d.ends INTO closed FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
  RETURN QUERY
  SELECT a.kind, sum(a.balance)::bigint FROM accounts a WHERE a.school_id = the_school AND a.kind = 'wallet' GROUP BY a.kind
  UNION ALL
  SELECT each.kind, coalesce((closed.closing ->> each.kind)::bigint, 0) + sum(each.since)::bigint
  FROM (
    SELECT a.kind, (
      SELECT coalesce(sum(p.amount), 0) FROM postings p
      WHERE p.school_id = the_school AND p.account_id = a.id AND p.position IS NULL
        AND p.at >= coalesce(closed.ends, '-infinity')) AS since
    FROM accounts a WHERE a.school_id = the_school AND a.kind <> 'wallet'
  ) AS each GROUP BY each.kind;
END $$;
