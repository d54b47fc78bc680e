-- An announcement to many, or one that asks for money to a number that is not the school's, waits for a second person.
ALTER TABLE sms_settings ADD COLUMN announce_approval integer NOT NULL DEFAULT 300 CHECK (announce_approval >= 0);
ALTER TABLE announcements
  ADD COLUMN waits_for text[] NOT NULL DEFAULT '{}' CHECK (waits_for <@ ARRAY['recipients', 'payment']),
  ADD COLUMN decision text CHECK (decision IN ('approved', 'rejected')),
  ADD COLUMN decided_by uuid,
  ADD COLUMN decided_at timestamptz,
  ADD CONSTRAINT announcement_decided CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  ADD CONSTRAINT announcement_second_person CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> by_user);
GRANT UPDATE (decision, decided_by, decided_at, recipients) ON announcements TO mfuko_app;
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON announcements
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
