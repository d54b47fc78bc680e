-- Notices: events that staff are told of without having asked, and their readers.

CREATE TABLE notices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Chosen by the feature that tells it: a job that runs again makes no second notice of one key.
  key text NOT NULL,
  kind text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'urgent')),
  subject_kind text,
  subject_id text CHECK (length(subject_id) BETWEEN 1 AND 100),
  -- Null: for all staff of the school. Otherwise nobody else sees it.
  for_user uuid,
  -- Values that the text names. Never a phone number, PIN or other secret.
  params jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT notices_key_length CHECK (length(key) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX notices_key ON notices (school_id, key);
CREATE INDEX notices_subject ON notices (school_id, kind, subject_id, at);
SELECT enable_row_security('notices');
GRANT SELECT, INSERT, DELETE ON notices TO mfuko_app;

-- One row for each person and notice that they have read or cleared; for everybody else it stays.
CREATE TABLE notice_reads (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, user_id, notice_id),
  FOREIGN KEY (school_id, notice_id) REFERENCES notices (school_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_reads_notice ON notice_reads (school_id, notice_id);
SELECT enable_row_security('notice_reads');
GRANT SELECT, INSERT, DELETE ON notice_reads TO mfuko_app;
