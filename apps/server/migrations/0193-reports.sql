-- Unusual findings: unusual cash-outs that the bell has told of, and who has looked at them. The list itself is found anew each time.
CREATE TABLE unusual_findings (
  school_id uuid NOT NULL REFERENCES schools,
  kind text NOT NULL,
  -- The first of the month for what is found over many days: it rings once a month.
  day date NOT NULL,
  by_user uuid,
  student_id uuid,
  times bigint NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  looked_by uuid,
  looked_at timestamptz,
  -- As many as there were when somebody looked: more of them are looked at anew.
  looked_times bigint,
  UNIQUE NULLS NOT DISTINCT (school_id, kind, day, by_user, student_id),
  CHECK (num_nulls(looked_by, looked_at, looked_times) IN (0, 3)),
  CHECK (looked_by <> by_user)
);
SELECT enable_row_security('unusual_findings');
GRANT SELECT, INSERT, UPDATE, DELETE ON unusual_findings TO mfuko_app;
