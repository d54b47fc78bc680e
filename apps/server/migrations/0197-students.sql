-- Lists of students: how many rows of which list somebody has read, by day.
CREATE TABLE list_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Of the school's time zone.
  day date NOT NULL,
  path text NOT NULL,
  rows int NOT NULL,
  PRIMARY KEY (school_id, user_id, day, path),
  FOREIGN KEY (school_id) REFERENCES schools (id)
);
CREATE INDEX list_reads_day ON list_reads (school_id, day);
SELECT enable_row_security('list_reads');
GRANT SELECT, INSERT, UPDATE (rows), DELETE ON list_reads TO mfuko_app;
