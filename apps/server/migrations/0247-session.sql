-- Session: numbers that accounts had before, so that another account which is given one of them counts as the same person.
CREATE TABLE former_numbers (
  user_id uuid NOT NULL,
  phone text NOT NULL,
  left_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, phone, left_at)
);
CREATE INDEX former_numbers_phone ON former_numbers (phone);
GRANT SELECT, INSERT, DELETE ON former_numbers TO mfuko_app;

-- Noted whoever changes it: the office, its owner, or a job.
CREATE TRIGGER note_former_number AFTER UPDATE OF phone ON users
  FOR EACH ROW WHEN (OLD.phone <> NEW.phone) EXECUTE FUNCTION note_former_number();
