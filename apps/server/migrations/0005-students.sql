-- Students: students, their guardians, and the locks on a PIN or a finger after failures.

CREATE TABLE students (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  admission_number text NOT NULL CHECK (admission_number ~ '^\d{1,12}$'),
  names text NOT NULL,
  class_id uuid NOT NULL,
  pin_hash text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'left')),
  left_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id)
);
CREATE UNIQUE INDEX students_admission_number ON students (school_id, admission_number) WHERE deleted_at IS NULL;
CREATE INDEX students_class ON students (school_id, class_id);
-- Pages of a large list come off an index in the order in which they are shown. "9" before "10": by length, then by digits.
CREATE INDEX students_order ON students
  (school_id, (lpad(length(admission_number)::text, 2, '0') || admission_number), id) WHERE deleted_at IS NULL;
CREATE INDEX students_names ON students (school_id, names, id) WHERE deleted_at IS NULL;
-- Every list of schools and the platform's dashboard count the students of each school: from the index alone.
CREATE INDEX students_active ON students (school_id) WHERE status = 'active' AND deleted_at IS NULL;
SELECT enable_row_security('students', true);
GRANT SELECT, INSERT, UPDATE ON students TO mfuko_app;

CREATE TABLE guardians (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  mobile_number text NOT NULL,
  email text,
  -- Language of messages to the guardian.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'sw')),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE UNIQUE INDEX guardians_number ON guardians (school_id, student_id, mobile_number) WHERE deleted_at IS NULL;
-- A number typed at sign-in is looked up over all schools: a parent is told to use the wallet app.
CREATE INDEX guardians_any_school ON guardians (mobile_number) WHERE deleted_at IS NULL;
SELECT enable_row_security('guardians', true);
GRANT SELECT, INSERT, UPDATE ON guardians TO mfuko_app;

-- Failures in a row. Kept apart from students so that a wrong PIN never waits for an edit.
CREATE TABLE student_locks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  pin_failures smallint NOT NULL DEFAULT 0,
  pin_locked_until timestamptz,
  finger_failures smallint NOT NULL DEFAULT 0,
  finger_held_until timestamptz,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('student_locks');
GRANT SELECT, INSERT, UPDATE, DELETE ON student_locks TO mfuko_app;

-- Wrong PINs of an agent, over all students: someone who tries one PIN on everybody is stopped.
CREATE TABLE pin_misses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
CREATE INDEX pin_misses_user ON pin_misses (school_id, user_id, at);
SELECT enable_row_security('pin_misses');
GRANT SELECT, INSERT, DELETE ON pin_misses TO mfuko_app;

-- Tries of a PIN or finger that are charged and not judged yet. One counts against the limits for as long as its server may
-- still compare it: during the session that charged it, and no longer than the server gives a comparison. A try that a dead
-- server left behind counts for nobody.
CREATE TABLE student_tries (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pin', 'finger')),
  -- The user who enters the PIN.
  user_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The database session that charged it; its number alone is given to others later on.
  session int NOT NULL,
  session_since timestamptz NOT NULL,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX student_tries_student ON student_tries (school_id, student_id, kind);
CREATE INDEX student_tries_user ON student_tries (school_id, user_id);
SELECT enable_row_security('student_tries');
GRANT SELECT, INSERT, DELETE ON student_tries TO mfuko_app;
