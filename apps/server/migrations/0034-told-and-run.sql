-- What makes a notice that is told twice one is text that its teller chooses: `payment.difference:<receipt>` as well as an id.
ALTER TABLE notices ALTER COLUMN key TYPE text;
ALTER TABLE notices ADD CONSTRAINT notices_key_length CHECK (length(key) BETWEEN 1 AND 200);

-- When the work that is due at certain times was last done, so that a machine that was off then does it when it is on again.
-- Moments of the server's clock.
CREATE TABLE job_runs (
  kind text NOT NULL PRIMARY KEY,
  ran_at timestamptz,
  queued_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON job_runs TO mfuko_app;
