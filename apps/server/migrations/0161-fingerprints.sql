-- Impressions that a newer one of the same finger has taken the place of: sealed as they were, under the same row, so that the office can put one back.
CREATE TABLE replaced_fingerprints (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  finger text NOT NULL,
  sealed_template bytea NOT NULL,
  algorithm smallint NOT NULL,
  quality smallint NOT NULL,
  scanner_serial text,
  enrolled_by uuid NOT NULL,
  enrolled_at timestamptz NOT NULL,
  -- The impression that came in its place.
  newer_id uuid NOT NULL,
  replaced_by uuid NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX replaced_fingerprints_student ON replaced_fingerprints (school_id, student_id);
CREATE INDEX replaced_fingerprints_at ON replaced_fingerprints (school_id, replaced_at);
SELECT enable_row_security('replaced_fingerprints');
GRANT SELECT, INSERT, DELETE ON replaced_fingerprints TO mfuko_app;

-- When an impression was put back; null where it is there since its enrolment.
ALTER TABLE fingerprints ADD COLUMN put_back_at timestamptz;
