-- Alarms: what an operator is told by SMS and e-mail, beside the bell that nobody may be looking at. Rows of the platform alone.
CREATE TABLE alarms (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  -- School that it is about; NULL: the server itself.
  about_school uuid,
  -- One more word, such as the kind of a job; never a name or a number of a person.
  detail text,
  raised_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- NULL while it waits to be told with the next message.
  told_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX alarms_waiting ON alarms (school_id) WHERE told_at IS NULL;
CREATE INDEX alarms_told ON alarms (school_id, raised_at);
SELECT enable_row_security('alarms');
GRANT SELECT, INSERT, DELETE ON alarms TO mfuko_app;
GRANT UPDATE (told_at) ON alarms TO mfuko_app;
