-- Fingerprints: codes by which a guardian gives consent from their own phone.

CREATE TABLE consent_codes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Guardian who got it, at the number of then: a keyed hash, so that a changed number does not give consent.
  contact_id uuid NOT NULL,
  phone_hash bytea NOT NULL,
  -- Keyed hash of the code.
  code_hash bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  sent_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Used, or killed by a newer code.
  ended_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, contact_id) REFERENCES guardians (school_id, id)
);
CREATE UNIQUE INDEX consent_codes_live ON consent_codes (school_id, student_id) WHERE ended_at IS NULL;
CREATE INDEX consent_codes_phone ON consent_codes (school_id, phone_hash, created_at);
SELECT enable_row_security('consent_codes');
GRANT SELECT, INSERT, UPDATE, DELETE ON consent_codes TO mfuko_app;

-- Guardian whose code gave the consent; null where it was given on paper or in person.
ALTER TABLE consents ADD COLUMN contact_id uuid,
  ADD FOREIGN KEY (school_id, contact_id) REFERENCES guardians (school_id, id);
