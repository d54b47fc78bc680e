-- Rows that a list left out, as a sealed spreadsheet without PINs, to be mended later. Swept after 90 days.
CREATE TABLE import_left_out (
  school_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  sheet bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, batch_id),
  FOREIGN KEY (school_id, batch_id) REFERENCES import_batches (school_id, id)
);
CREATE INDEX import_left_out_at ON import_left_out (school_id, at);
SELECT enable_row_security('import_left_out');
GRANT SELECT, INSERT, DELETE ON import_left_out TO mfuko_app;
