-- Clock: money is recorded at the moment that the database's clock says. A clock that went back would put it into days that
-- are over, closed and sealed; one that is ahead would keep money from being recorded once it is right again.

-- The last comparison with the network's time, of whichever server made it. One row.
CREATE TABLE clock_checks (
  one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  -- By this database's clock, whose distance it tells; plus is ahead of the network.
  checked_at timestamptz,
  offset_ms bigint,
  source text,
  CHECK (num_nulls(checked_at, offset_ms, source) IN (0, 3))
);
INSERT INTO clock_checks DEFAULT VALUES;
GRANT SELECT, UPDATE ON clock_checks TO mfuko_app;

-- Statements of two persons that the clock is right now and was ahead until then.
CREATE TABLE clock_statements (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- The newest journal entry, or the end of the newest closed day.
  ahead_until timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT clock_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
CREATE UNIQUE INDEX clock_statements_open ON clock_statements (school_id) WHERE decision IS NULL;
SELECT enable_row_security('clock_statements');
GRANT SELECT, INSERT ON clock_statements TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON clock_statements TO mfuko_app;

-- Effect of a school's newest approved statement: a time stamped after `begins` and up to `until` before it was approved holds
-- nothing up. A journal entry recorded since then, in that very time, is told by `newest`.
CREATE TABLE clock_corrections (
  school_id uuid NOT NULL PRIMARY KEY REFERENCES schools,
  begins timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until > begins),
  newest timestamptz NOT NULL
);
SELECT enable_row_security('clock_corrections');
GRANT SELECT, INSERT, UPDATE ON clock_corrections TO mfuko_app;
