-- Students, guardians, consent, fingerprints, and what locks a PIN or a finger after failures.

CREATE TABLE students (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  admission_number text NOT NULL CHECK (admission_number ~ '^\d{1,12}$'),
  names text NOT NULL,
  class_id uuid NOT NULL,
  pin_hash text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'left')),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id)
);
CREATE UNIQUE INDEX students_admission_number ON students (school_id, admission_number) WHERE deleted_at IS NULL;
CREATE INDEX students_class ON students (school_id, class_id);
SELECT raise_tenant_wall('students', true);
GRANT SELECT, INSERT, UPDATE ON students TO mfuko_app;

CREATE TABLE guardians (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  name text NOT NULL,
  mobile_number text NOT NULL,
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE UNIQUE INDEX guardians_number ON guardians (school_id, student_id, mobile_number) WHERE deleted_at IS NULL;
-- A number typed at sign-in is looked up over all schools: a parent is told to use the wallet app.
CREATE INDEX guardians_any_school ON guardians (mobile_number) WHERE deleted_at IS NULL;
SELECT raise_tenant_wall('guardians', true);
GRANT SELECT, INSERT, UPDATE ON guardians TO mfuko_app;

CREATE TABLE consents (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('fingerprint')),
  given_by text NOT NULL,
  relation text NOT NULL,
  method text NOT NULL CHECK (method IN ('paper', 'otp', 'witnessed')),
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX consents_student ON consents (school_id, student_id, purpose);
SELECT raise_tenant_wall('consents');
GRANT SELECT, INSERT, UPDATE ON consents TO mfuko_app;

-- A student's data key, wrapped by the school's key. Destroying it makes every copy of the templates unreadable.
CREATE TABLE student_keys (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT raise_tenant_wall('student_keys');
GRANT SELECT, INSERT, DELETE ON student_keys TO mfuko_app;

-- Templates only; the picture is never kept.
CREATE TABLE fingerprints (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  finger text NOT NULL,
  sealed_template bytea NOT NULL,
  algorithm smallint NOT NULL,
  quality smallint NOT NULL,
  scanner_serial text,
  enrolled_by uuid NOT NULL,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX fingerprints_student ON fingerprints (school_id, student_id, finger);
SELECT raise_tenant_wall('fingerprints');
GRANT SELECT, INSERT, DELETE ON fingerprints TO mfuko_app;

-- Pictures that have been used (keyed digest of the decoded pixels): the same picture twice is no living finger.
CREATE TABLE spent_pictures (
  school_id uuid NOT NULL,
  digest bytea NOT NULL,
  spent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, digest)
);
SELECT raise_tenant_wall('spent_pictures');
GRANT SELECT, INSERT ON spent_pictures TO mfuko_app;

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
SELECT raise_tenant_wall('student_locks');
GRANT SELECT, INSERT, UPDATE, DELETE ON student_locks TO mfuko_app;

-- PINs that an agent got wrong, over all students: someone who tries one PIN on everybody is stopped.
CREATE TABLE pin_misses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
CREATE INDEX pin_misses_user ON pin_misses (school_id, user_id, at);
SELECT raise_tenant_wall('pin_misses');
GRANT SELECT, INSERT, DELETE ON pin_misses TO mfuko_app;
