-- Closed school: it moves to another installation, and nothing is recorded here until it is opened again or removed. A closed school
-- is suspended too, whoever sees that alone; what it was before is kept for its opening.
ALTER TABLE schools
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_status text CHECK (closed_status IN ('active', 'suspended')),
  ADD CONSTRAINT closed_is_suspended CHECK (closed_at IS NULL OR status = 'suspended'),
  ADD CONSTRAINT closed_knows_status CHECK ((closed_at IS NULL) = (closed_status IS NULL));

-- These are let by not_in_deleted_school.
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON journal_entries
  FOR EACH ROW WHEN (NEW.kind = 'collection') EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON gate_events
  FOR EACH ROW WHEN (NEW.kind <> 'in') EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON bus_events
  FOR EACH ROW WHEN (NEW.kind <> 'on') EXECUTE FUNCTION refuse_in_closed_school();
-- These come from outside while nobody is signed in.
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_in_closed_school();
CREATE TRIGGER not_in_closed_school BEFORE INSERT ON provider_callbacks
  FOR EACH ROW EXECUTE FUNCTION refuse_in_closed_school();
