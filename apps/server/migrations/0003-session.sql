-- Session: people who sign in, their codes and sessions. They are looked up before any school is known, so by transactions of
-- the platform.

CREATE TABLE users (
  -- The nil id for the platform's Admins.
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('Admin', 'SchoolAdmin', 'CheckAgent')),
  duties text[] NOT NULL DEFAULT '{}',
  phone text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_names text NOT NULL,
  password_hash text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  deleted_at timestamptz,
  -- Sessions are cleared away after a week; this stays.
  last_sign_in_at timestamptz,
  PRIMARY KEY (school_id, id),
  CHECK ((role = 'Admin') = (school_id = '00000000-0000-0000-0000-000000000000'))
);
-- One phone is one person: the code that it receives must lead to one account. A deleted user's phone may be another's; a
-- restored user needs it back.
CREATE UNIQUE INDEX users_phone ON users (phone) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX users_id ON users (id);
SELECT enable_row_security('users', true);
GRANT SELECT, INSERT, UPDATE ON users TO mfuko_app;

-- Codes by SMS: also those of unknown numbers, which are counted alike, so that nobody learns who has an account.
CREATE TABLE sign_in_codes (
  id uuid PRIMARY KEY,
  -- Keyed hash of the phone number.
  phone_hash bytea NOT NULL,
  -- Keyed hash of the code; null: no code was sent.
  code_hash bytea,
  user_id uuid,
  -- A code does what it was asked for and nothing else.
  purpose text NOT NULL CHECK (purpose IN (
    'sign-in', 'password-reset', 'change-phone', 'change-phone-new', 'change-email', 'change-password', 'backup-codes')),
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Used, or killed by a newer code.
  ended_at timestamptz
);
CREATE INDEX sign_in_codes_phone ON sign_in_codes (phone_hash, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_codes TO mfuko_app;

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  -- Set for a browser's session, which then needs both halves.
  cookie_hash bytea,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Reason of an end by somebody else, so that its holder can be told. Null: logged out.
  ended_why text CHECK (ended_why IN ('account', 'credentials'))
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO mfuko_app;

-- Backup codes: a person signs in with them while no SMS arrives.
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
