-- Attendance: what the office says of a day (no school, an absence that is excused), and what guardians were told.

CREATE TABLE days_off (
  school_id uuid NOT NULL REFERENCES schools,
  day date NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 100),
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, day)
);
SELECT enable_row_security('days_off');
GRANT SELECT, INSERT, DELETE ON days_off TO mfuko_app;

CREATE TABLE absence_excuses (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  day date NOT NULL,
  reason text NOT NULL CHECK (reason IN ('sick', 'leave', 'other')),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  excused_by uuid NOT NULL,
  excused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, student_id, day),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX absence_excuses_day ON absence_excuses (school_id, day);
SELECT enable_row_security('absence_excuses');
GRANT SELECT, INSERT, UPDATE, DELETE ON absence_excuses TO mfuko_app;

-- Absence notices of a day of a school: decided once, so that no second run of the job decides anew.
CREATE TABLE absence_days (
  school_id uuid NOT NULL REFERENCES schools,
  day date NOT NULL,
  -- Held: so many are absent that the office has to say so first.
  decision text NOT NULL CHECK (decision IN ('send', 'held')),
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- User who pressed; null: the school's rule.
  pressed_by uuid,
  done_at timestamptz,
  PRIMARY KEY (school_id, day)
);
SELECT enable_row_security('absence_days');
GRANT SELECT, INSERT, UPDATE ON absence_days TO mfuko_app;

-- One row a student and day: guardians hear once that a child is absent or late, however often a job runs.
CREATE TABLE attendance_notices (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  day date NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('absent', 'late')),
  -- Guardians who were written to.
  phones int NOT NULL,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When they were told that a child who had been absent has come after all.
  arrival_told_at timestamptz,
  PRIMARY KEY (school_id, student_id, day),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX attendance_notices_day ON attendance_notices (school_id, day);
SELECT enable_row_security('attendance_notices');
GRANT SELECT, INSERT, DELETE ON attendance_notices TO mfuko_app;
GRANT UPDATE (arrival_told_at) ON attendance_notices TO mfuko_app;
