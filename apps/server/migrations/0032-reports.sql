-- Set-up list of a new school, once somebody has put it away.
CREATE TABLE setup_dismissals (
  school_id uuid PRIMARY KEY REFERENCES schools,
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
SELECT enable_row_security('setup_dismissals');
GRANT SELECT, INSERT ON setup_dismissals TO mfuko_app;
