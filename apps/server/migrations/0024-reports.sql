-- Reports: journal entries of a school on each of its days that are over, counted once, since journal entries are only ever added. The
-- days of a school are closed in their order and none is left out.

CREATE TABLE school_days (
  school_id uuid NOT NULL REFERENCES schools,
  -- Of the school's time zone.
  day date NOT NULL,
  movements int NOT NULL CHECK (movements >= 0),
  PRIMARY KEY (school_id, day)
);
SELECT enable_row_security('school_days', true);
GRANT SELECT, INSERT ON school_days TO mfuko_app;
SELECT make_append_only('school_days');
