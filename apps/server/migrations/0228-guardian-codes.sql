-- Guardian codes: consent and collectors kept the same codes by the same rules in a table each.
CREATE TABLE guardian_codes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('consent', 'collector')),
  student_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- For whom the guardian gives it: who collects the student.
  name text CHECK (length(name) BETWEEN 1 AND 60),
  -- Keyed hash of the number that got it, so that a changed number gives no word.
  phone_hash bytea NOT NULL,
  -- Keyed hash of the code.
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Used, or ended by a newer code.
  ended_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, contact_id) REFERENCES guardians (school_id, id),
  CHECK ((purpose = 'collector') = (name IS NOT NULL))
);
CREATE INDEX guardian_codes_phone ON guardian_codes (school_id, phone_hash, created_at);
CREATE UNIQUE INDEX guardian_codes_live ON guardian_codes (school_id, student_id, purpose) WHERE ended_at IS NULL;
SELECT enable_row_security('guardian_codes');
GRANT SELECT, INSERT, UPDATE, DELETE ON guardian_codes TO mfuko_app;
COMMENT ON COLUMN guardian_codes.name IS 'free text';

-- Codes of a phone stay valid over the change, and go on counting against its limits, which look back a day. One whose guardian was
-- erased while it was sent opens nothing.
ALTER TABLE guardian_codes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_codes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE collector_codes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians NO FORCE ROW LEVEL SECURITY;
INSERT INTO guardian_codes (school_id, id, purpose, student_id, contact_id, name, phone_hash, code_hash, tries, sent_by, created_at, ended_at)
SELECT c.school_id, c.id, c.purpose, c.student_id, c.contact_id, c.name, c.phone_hash, c.code_hash, c.tries, c.sent_by, c.created_at, c.ended_at
FROM (
  SELECT 'consent' AS purpose, school_id, id, student_id, contact_id, NULL AS name, phone_hash, code_hash, tries, sent_by, created_at, ended_at
  FROM consent_codes
  UNION ALL
  SELECT 'collector', school_id, id, student_id, contact_id, name, phone_hash, code_hash, tries, sent_by, created_at, ended_at
  FROM collector_codes
) c JOIN guardians g ON g.school_id = c.school_id AND g.id = c.contact_id;
ALTER TABLE guardian_codes FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians FORCE ROW LEVEL SECURITY;
DROP TABLE consent_codes;
DROP TABLE collector_codes;
