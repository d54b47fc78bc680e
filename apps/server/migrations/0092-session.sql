-- Session: when a code of the authenticator was last taken.
ALTER TABLE second_factors ADD COLUMN last_used_at timestamptz;

-- Second factors that are lost. One person asks for one to be removed, another one agrees.
CREATE TABLE factor_removals (
  -- School of the user's row; the platform's own id for an Admin.
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  -- As of then: an Admin's row is not the school's to read.
  names text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT factor_removals_two_people CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user),
  CONSTRAINT factor_removals_not_own CHECK (decision IS DISTINCT FROM 'approved' OR (user_id <> by_user AND user_id <> decided_by))
);
CREATE UNIQUE INDEX factor_removals_open ON factor_removals (school_id, user_id) WHERE decision IS NULL;
SELECT enable_row_security('factor_removals');
GRANT SELECT, INSERT, UPDATE (decision, decided_by, decided_at) ON factor_removals TO mfuko_app;
CREATE TRIGGER two_hands BEFORE UPDATE ON factor_removals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
