-- Sketches of the pictures that were used last, sealed by their student's key, to know a copy of one again.
CREATE TABLE picture_sketches (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  -- Of an enrolment: kept as long as the student has fingers.
  enrolled boolean NOT NULL,
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX picture_sketches_student ON picture_sketches (school_id, student_id, enrolled, made_at);
SELECT enable_row_security('picture_sketches');
GRANT SELECT, INSERT, DELETE ON picture_sketches TO mfuko_app;
