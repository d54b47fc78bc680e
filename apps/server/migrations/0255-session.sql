-- Set-ups of authenticators lie sealed together, each with its session and its time: one that another session begins puts none aside.
ALTER TABLE second_factors DROP COLUMN pending_at, DROP COLUMN pending_session;
