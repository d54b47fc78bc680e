-- Students who are taken out of the texts of others are erased in the same transaction, for good.
ALTER TABLE students ADD COLUMN redacted_at timestamptz;
CREATE CONSTRAINT TRIGGER require_erased AFTER UPDATE OF redacted_at ON students DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.redacted_at IS NOT NULL) EXECUTE FUNCTION require_erased();
CREATE TRIGGER keep_erased BEFORE UPDATE ON students FOR EACH ROW
  WHEN (OLD.erased_at IS NOT NULL AND (NEW.erased_at, NEW.names, NEW.admission_number) IS DISTINCT FROM (OLD.erased_at, OLD.names, OLD.admission_number))
  EXECUTE FUNCTION keep_erased();
