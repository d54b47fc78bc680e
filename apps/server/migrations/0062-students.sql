-- Students: who has opened whose record, by day.
CREATE TABLE student_looks (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Of the school's time zone.
  day date NOT NULL,
  -- As of then, for whoever works for the platform is in no school.
  names text NOT NULL,
  role text NOT NULL,
  times int NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, student_id, user_id, day),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX student_looks_day ON student_looks (school_id, day);
SELECT enable_row_security('student_looks');
GRANT SELECT, INSERT, UPDATE (times, last_at), DELETE ON student_looks TO mfuko_app;
