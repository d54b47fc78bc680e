-- Imports: lists that came in as spreadsheets, and the records that each made, so that it can be taken back whole.

CREATE TABLE import_batches (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('students', 'deposits')),
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  -- Over the rows as they were understood: the same payments again are known by it, whatever the file is called.
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  rows int NOT NULL CHECK (rows >= 0),
  created int NOT NULL CHECK (created >= 0),
  updated int NOT NULL CHECK (updated >= 0),
  skipped int NOT NULL CHECK (skipped >= 0),
  left_out int NOT NULL CHECK (left_out >= 0),
  -- Cents; of deposits.
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- Classes that it made.
  classes uuid[] NOT NULL DEFAULT '{}',
  by_user uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  PRIMARY KEY (school_id, id),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX import_batches_at ON import_batches (school_id, at);
CREATE INDEX import_batches_content ON import_batches (school_id, content_hash) WHERE undone_at IS NULL;
SELECT enable_row_security('import_batches');
GRANT SELECT, INSERT ON import_batches TO mfuko_app;
GRANT UPDATE (undone_at, undone_by) ON import_batches TO mfuko_app;

-- Rows of a list that changed something.
CREATE TABLE import_rows (
  school_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  -- Of the sheet: its first row is 1.
  row int NOT NULL CHECK (row >= 1),
  outcome text NOT NULL CHECK (outcome IN ('created', 'updated', 'paid')),
  student_id uuid NOT NULL,
  entry_id uuid,
  -- Digest of student, amount and reference, by which two payments look alike.
  alike bytea,
  -- The change of the row, from old to new; of a created student the values that it was given.
  change jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (school_id, batch_id, row),
  FOREIGN KEY (school_id, batch_id) REFERENCES import_batches (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, entry_id) REFERENCES journal_entries (school_id, id),
  CHECK ((outcome = 'paid') = (entry_id IS NOT NULL)),
  CHECK ((outcome = 'paid') = (alike IS NOT NULL))
);
CREATE INDEX import_rows_alike ON import_rows (school_id, alike) WHERE alike IS NOT NULL;
SELECT enable_row_security('import_rows');
GRANT SELECT, INSERT ON import_rows TO mfuko_app;
SELECT make_append_only('import_rows');

-- Progress of an upload, for whoever waits for it. Swept once it is old.
CREATE TABLE import_progress (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  by_user uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('reading', 'checking', 'pins', 'recording')),
  done int NOT NULL CHECK (done >= 0),
  total int NOT NULL CHECK (total >= 0),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, id)
);
CREATE INDEX import_progress_at ON import_progress (school_id, at);
SELECT enable_row_security('import_progress');
GRANT SELECT, INSERT, UPDATE, DELETE ON import_progress TO mfuko_app;
