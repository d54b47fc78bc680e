-- The payments of a person within a day are added up before they pay in more without their second factor.
CREATE INDEX journal_entries_paid_in ON journal_entries (school_id, by_user, at) WHERE kind = 'deposit';
-- Since when it is added up: the last proof in this session, or in one of the same desk before it was locked. Power goes by stepped_up_at alone.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
UPDATE sessions SET proven_at = stepped_up_at WHERE stepped_up_at IS NOT NULL;
