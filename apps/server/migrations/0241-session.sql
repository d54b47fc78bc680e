-- Session: an account stays in the hand of whoever made it until somebody else says that it is another person's.

-- Made from now on: holds until it is confirmed. Two accounts that one person made before were two people after seven days, and stay so.
ALTER TABLE account_ties
  ADD COLUMN until_confirmed boolean NOT NULL DEFAULT false,
  ADD COLUMN confirmed_by uuid,
  ADD COLUMN confirmed_at timestamptz,
  ADD CONSTRAINT account_ties_confirmed CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  ADD CONSTRAINT account_ties_confirmed_by_another CHECK (confirmed_by NOT IN (user_id, by_user));
ALTER TABLE account_ties ALTER COLUMN until_confirmed SET DEFAULT true;
GRANT UPDATE (confirmed_by, confirmed_at) ON account_ties TO mfuko_app;

-- Confirmed by nobody whom the maker has in hand.
CREATE TRIGGER two_hands BEFORE UPDATE OF confirmed_by ON account_ties
  FOR EACH ROW WHEN (NEW.confirmed_by IS NOT NULL) EXECUTE FUNCTION refuse_one_hand('by_user', 'confirmed_by');
