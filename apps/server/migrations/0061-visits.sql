-- Visits: an Admin of the platform in a school. Who came, why, and which calls were made, for the school to read.

CREATE TABLE platform_visits (
  school_id uuid NOT NULL REFERENCES schools (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- As of then: the rows of Admins are not the school's to read.
  names text NOT NULL,
  -- Null where nobody was asked for one, as in a trial.
  reason text CHECK (length(reason) BETWEEN 1 AND 200),
  began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX platform_visits_open ON platform_visits (school_id, user_id, ends_at);
SELECT enable_row_security('platform_visits');
GRANT SELECT, INSERT, UPDATE (reason) ON platform_visits TO mfuko_app;

CREATE TABLE platform_visit_calls (
  school_id uuid NOT NULL,
  visit_id uuid NOT NULL,
  -- Path of the call, below /api.
  path text NOT NULL,
  changes boolean NOT NULL,
  times int NOT NULL DEFAULT 1,
  PRIMARY KEY (school_id, visit_id, path),
  FOREIGN KEY (school_id, visit_id) REFERENCES platform_visits (school_id, id)
);
SELECT enable_row_security('platform_visit_calls');
GRANT SELECT, INSERT, UPDATE (times) ON platform_visit_calls TO mfuko_app;
