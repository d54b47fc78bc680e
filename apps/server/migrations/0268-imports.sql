-- File of a list by the hash of its cells before corrections, so that a row that was paid in is recognised in it whatever was corrected
-- since. Null for lists of earlier versions and of students.
ALTER TABLE import_batches ADD COLUMN file_hash bytea,
  ADD CONSTRAINT import_batches_file_hash_check CHECK (length(file_hash) = 32);
CREATE INDEX import_batches_file ON import_batches (school_id, file_hash) WHERE undone_at IS NULL;
