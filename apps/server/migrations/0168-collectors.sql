-- Photos of those on a child's list, sealed by the school's key, with the consent that was asked for.
CREATE TABLE collector_photos (
  school_id uuid NOT NULL,
  collector_id uuid NOT NULL,
  student_id uuid NOT NULL,
  sealed bytea NOT NULL CHECK (length(sealed) <= 262144),
  -- Asked: the member of staff who asked the person and was told yes, and when.
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, collector_id),
  FOREIGN KEY (school_id, collector_id) REFERENCES collectors (school_id, id) ON DELETE CASCADE,
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX collector_photos_student ON collector_photos (school_id, student_id);
SELECT enable_row_security('collector_photos');
-- A photo never changes: another takes its place.
GRANT SELECT, INSERT, DELETE ON collector_photos TO mfuko_app;
