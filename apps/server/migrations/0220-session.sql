-- A session that its owner can name: an id that opens nothing, the browser and system in words, the address as a keyed digest, and the
-- desk by whose PIN it can be opened again.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN browser text CHECK (length(browser) <= 20),
  ADD COLUMN system text CHECK (length(system) <= 20),
  ADD COLUMN caller_hash bytea,
  ADD COLUMN desk_id uuid;
CREATE UNIQUE INDEX sessions_id ON sessions (id);

-- Ended from another device: by its owner, or by the office.
ALTER TABLE sessions DROP CONSTRAINT sessions_ended_why_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_ended_why_check
  CHECK (ended_why IN ('account', 'credentials', 'own', 'office'));

-- When somebody who signs in by SMS alone put aside what they were told of its risk.
ALTER TABLE users ADD COLUMN sms_risk_read_at timestamptz;
