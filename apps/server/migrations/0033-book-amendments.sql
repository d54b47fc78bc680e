-- A closed day that movements were put into afterwards, by a clock that was wrong, is mended by two persons. The day's row
-- stays as it is; what stands here in its place is only ever added to.

CREATE TABLE book_amendment_proposals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  day date NOT NULL,
  -- Digest of what differed when it was proposed: it is good for that and for nothing that comes after.
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
SELECT raise_tenant_wall('book_amendment_proposals');
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
  -- As of a day, with what was put in.
  movements int NOT NULL CHECK (movements > 0),
  moved jsonb NOT NULL,
  seals bytea NOT NULL CHECK (length(seals) = 32 * movements),
  -- Cents by kind of account that came with what was put in.
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
SELECT raise_tenant_wall('book_amendments');
GRANT SELECT ON book_amendments TO mfuko_app;
GRANT INSERT (school_id, number, day, proposal_id, newest, movements, moved, seals, change, reason, proposed_by, approved_by,
              replaced, hash) ON book_amendments TO mfuko_app;
SELECT make_append_only('book_amendments');

-- Cents that each kind of account had at the end of a closed day, with what was put into it and the days before it after it
-- had been closed.
CREATE FUNCTION book_closing(the_school uuid, the_number int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(sums.kind, sums.cents), '{}')
  FROM (
    SELECT each.kind, sum(each.cents)::bigint AS cents
    FROM (
      SELECT c.key AS kind, c.value::bigint AS cents
      FROM book_days d CROSS JOIN LATERAL jsonb_each_text(d.closing) AS c
      WHERE d.school_id = the_school AND d.number = the_number
      UNION ALL
      SELECT c.key, c.value::bigint
      FROM book_amendments a JOIN book_days d ON d.school_id = a.school_id AND d.day = a.day
      CROSS JOIN LATERAL jsonb_each_text(a.change) AS c
      WHERE a.school_id = the_school AND a.newest >= the_number AND d.number <= the_number
    ) AS each GROUP BY each.kind
  ) AS sums
$$;

-- As before, by the closing sums as they were amended.
CREATE OR REPLACE FUNCTION book_balances(the_school uuid) RETURNS TABLE (kind text, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  closed record;
BEGIN
  SELECT book_closing(the_school, d.number) AS closing, d.ends INTO closed
  FROM book_days d WHERE d.school_id = the_school ORDER BY d.number DESC LIMIT 1;
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
