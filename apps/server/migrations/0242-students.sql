-- Students: who has set the PIN that is in force, and that the student has chosen it.
ALTER TABLE students
  ADD COLUMN pin_set_at timestamptz,
  -- Null for a PIN of before.
  ADD COLUMN pin_set_by uuid,
  -- Null while the PIN is one that the office has typed, printed or read from a list.
  ADD COLUMN pin_own_at timestamptz;

-- Whatever sets a PIN without saying that the student has chosen it sets one of the office's.
CREATE TRIGGER note_new_pin BEFORE INSERT OR UPDATE OF pin_hash ON students
  FOR EACH ROW EXECUTE FUNCTION note_new_pin();
