-- Fingerprints: consent and its withdrawal, templates under the student's key, pictures that have been used.

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
SELECT enable_row_security('consents');
GRANT SELECT, INSERT, UPDATE ON consents TO mfuko_app;

-- Withdrawals by a guardian, of consent that was recorded here or lies with the school on paper.
CREATE TABLE consent_withdrawals (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('fingerprint')),
  withdrawn_by text NOT NULL CHECK (length(withdrawn_by) BETWEEN 1 AND 120),
  relation text NOT NULL CHECK (length(relation) BETWEEN 1 AND 60),
  -- Impressions that were erased with it.
  erased smallint NOT NULL CHECK (erased >= 0),
  recorded_by uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX consent_withdrawals_student ON consent_withdrawals (school_id, student_id, purpose);
SELECT enable_row_security('consent_withdrawals');
GRANT SELECT, INSERT ON consent_withdrawals TO mfuko_app;
SELECT make_append_only('consent_withdrawals');

-- A student's data key, wrapped by the school's key. Destroying it makes every copy of the templates unreadable.
CREATE TABLE student_keys (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
SELECT enable_row_security('student_keys');
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
SELECT enable_row_security('fingerprints');
GRANT SELECT, INSERT, DELETE ON fingerprints TO mfuko_app;

-- Used pictures, by the keyed digest of their decoded pixels: the same picture twice is no living finger.
CREATE TABLE spent_pictures (
  school_id uuid NOT NULL,
  digest bytea NOT NULL,
  spent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, digest)
);
SELECT enable_row_security('spent_pictures');
GRANT SELECT, INSERT ON spent_pictures TO mfuko_app;
