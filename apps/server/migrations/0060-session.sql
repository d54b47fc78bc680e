-- Session: which accounts are in one hand, so that one person does not act as two, and numbers that somebody else has set and
-- that wait a day.

-- Ties are looked at in every school, an Admin's too, and hold nothing of a child.
CREATE TABLE account_ties (
  user_id uuid NOT NULL,
  -- Who made the account, directly or by one that they had made, or who set its number.
  by_user uuid NOT NULL,
  why text NOT NULL CHECK (why IN ('made', 'number')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, by_user, why, at)
);
GRANT SELECT, INSERT ON account_ties TO mfuko_app;

CREATE TABLE number_changes (
  school_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text NOT NULL,
  by_user uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (school_id, user_id),
  FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id)
);
SELECT enable_row_security('number_changes', true);
GRANT SELECT, INSERT, UPDATE, DELETE ON number_changes TO mfuko_app;

-- Every table that takes the word of a second person.
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON bank_transfers
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON book_amendment_proposals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON cash_approvals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('asked_by', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON clock_statements
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON erasures
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON payment_statements
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON refunds
  FOR EACH ROW WHEN (NEW.state = 'sending') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON reversal_proposals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF decided_by ON suspense_proposals
  FOR EACH ROW WHEN (NEW.decision = 'approved') EXECUTE FUNCTION refuse_one_hand('by_user', 'decided_by');
CREATE TRIGGER two_hands BEFORE INSERT OR UPDATE OF countersigned_by ON tills
  FOR EACH ROW WHEN (NEW.countersigned_by IS NOT NULL) EXECUTE FUNCTION refuse_one_hand('closed_by', 'countersigned_by');
