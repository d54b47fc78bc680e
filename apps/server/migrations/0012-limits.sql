-- Limits: how much pocket money may go out, by school, class, student and by a guardian's wish, of which the strictest
-- counts, and the approval of a second person above an amount. `move_pocket_money` asks under the wallet's lock.

-- Amounts in cents. Null: no such limit. A row that limits nothing is not kept, so that a journal entry of a school without limits
-- pays one look at an index.
CREATE TABLE pocket_limits (
  school_id uuid NOT NULL REFERENCES schools,
  -- The school, the class or the student; a guardian's wish is about a student too.
  subject_id uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('school', 'class', 'student', 'guardian')),
  cash_out bigint CHECK (cash_out > 0),
  cash_day bigint CHECK (cash_day > 0),
  cash_week bigint CHECK (cash_week > 0),
  no_cash boolean NOT NULL DEFAULT false,
  -- Of the canteen and of items together.
  spending_day bigint CHECK (spending_day >= 0),
  -- Of the school only: cash-outs of one student in a day, cash only for students who are checked in today, and the amount
  -- from which on a second person approves.
  cash_outs_day int CHECK (cash_outs_day > 0),
  on_campus boolean NOT NULL DEFAULT false,
  approval_above bigint CHECK (approval_above >= 0),
  -- The guardian's wish: by whom, how it came, and its date.
  wished_by text CHECK (length(wished_by) BETWEEN 1 AND 100),
  wished_how text CHECK (wished_how IN ('in-person', 'phone', 'message', 'letter')),
  wished_on date,
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, subject_id, scope),
  CHECK ((scope = 'school') = (subject_id = school_id)),
  CHECK (scope = 'school' OR (cash_outs_day IS NULL AND NOT on_campus AND approval_above IS NULL)),
  CHECK (num_nulls(wished_by, wished_how, wished_on) = CASE scope WHEN 'guardian' THEN 0 ELSE 3 END)
);
SELECT enable_row_security('pocket_limits');
GRANT SELECT, INSERT, UPDATE, DELETE ON pocket_limits TO mfuko_app;

-- Approvals that the one who pays out has asked a second person for.
CREATE TABLE cash_approvals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- The most that may be paid out by it, in cents.
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Withdrawn: the same person has asked anew for the same student.
  decision text CHECK (decision IN ('approved', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  note text CHECK (length(note) BETWEEN 1 AND 200),
  -- The cash-out that it was good for.
  entry_id uuid,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CHECK (entry_id IS NULL OR decision = 'approved'),
  -- Behind the rule of the feature.
  CONSTRAINT approved_by_another CHECK (decision IS NULL OR (decision = 'withdrawn') = (decided_by = asked_by))
);
CREATE UNIQUE INDEX cash_approvals_open ON cash_approvals (school_id, student_id, asked_by) WHERE decision IS NULL;
CREATE INDEX cash_approvals_live ON cash_approvals (school_id, student_id) WHERE decision = 'approved' AND entry_id IS NULL;
CREATE INDEX cash_approvals_asked ON cash_approvals (school_id, asked_at);
SELECT enable_row_security('cash_approvals');
GRANT SELECT, INSERT ON cash_approvals TO mfuko_app;
GRANT UPDATE (decision, decided_by, decided_at, note, entry_id) ON cash_approvals TO mfuko_app;

CREATE TRIGGER use_approval AFTER INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'cash-out') EXECUTE FUNCTION use_approval();
