-- People who sign in, their codes and sessions. Looked up before any school is known, so by the platform's transactions.

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
  PRIMARY KEY (school_id, id),
  CHECK ((role = 'Admin') = (school_id = '00000000-0000-0000-0000-000000000000'))
);
-- One phone is one person: the code that it receives must lead to one account.
CREATE UNIQUE INDEX users_phone ON users (phone);
CREATE UNIQUE INDEX users_id ON users (id);
SELECT raise_tenant_wall('users', true);
GRANT SELECT, INSERT, UPDATE ON users TO mfuko_app;

-- A code that was sent, or would have been: unknown numbers are counted alike, so that nobody learns who has an account.
CREATE TABLE sign_in_codes (
  id uuid PRIMARY KEY,
  -- Keyed hash of the phone number.
  phone_hash bytea NOT NULL,
  -- Keyed hash of the code; null where no code was sent.
  code_hash bytea,
  user_id uuid,
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
  ended_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO mfuko_app;

-- Text messages on their way out. The text is sealed, and wiped once it has been sent or has grown too old.
CREATE TABLE sms_messages (
  id uuid PRIMARY KEY,
  to_sealed bytea,
  text_sealed bytea,
  kind text NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON sms_messages TO mfuko_app;
