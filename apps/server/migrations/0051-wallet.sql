-- Reversal proposals: what came in by M-Pesa and is to leave a wallet again. One person proposes, another takes it back.
CREATE TABLE reversal_proposals (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  -- Collection that is to be taken back.
  entry_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  -- Behind the rule of the feature, which looks first.
  CONSTRAINT reversal_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user)
);
-- One proposal waits at a time.
CREATE UNIQUE INDEX reversal_one_proposal ON reversal_proposals (school_id, entry_id) WHERE decision IS NULL;
SELECT enable_row_security('reversal_proposals');
GRANT SELECT ON reversal_proposals TO mfuko_app;
GRANT INSERT (school_id, id, entry_id, reason, by_user) ON reversal_proposals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at) ON reversal_proposals TO mfuko_app;
