-- Codes with which a person signs in while no SMS can reach them; notices for one person alone.

-- Looked up before any school is known, like the codes that are sent.
CREATE TABLE backup_codes (
  user_id uuid NOT NULL,
  -- Keyed hash, bound to the person. The code itself is kept nowhere.
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON backup_codes TO mfuko_app;

-- Tries of backup codes that are not known to be right, by the number they were for: also of numbers that nobody has.
CREATE TABLE backup_code_tries (
  id uuid PRIMARY KEY,
  phone_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX backup_code_tries_phone ON backup_code_tries (phone_hash, at);
GRANT SELECT, INSERT, DELETE ON backup_code_tries TO mfuko_app;

ALTER TABLE sign_in_codes DROP CONSTRAINT sign_in_codes_purpose_check;
ALTER TABLE sign_in_codes ADD CONSTRAINT sign_in_codes_purpose_check CHECK (purpose IN (
  'sign-in', 'password-reset', 'change-phone', 'change-phone-new', 'change-email', 'change-password', 'backup-codes'));

-- Null: for all staff of the school. Otherwise nobody else sees it.
ALTER TABLE notices ADD COLUMN for_user uuid;
