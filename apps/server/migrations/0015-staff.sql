-- Users who are changed, disabled, deleted and restored; codes for more than signing in.

ALTER TABLE users
  ADD COLUMN deleted_at timestamptz,
  -- Sessions are cleared away after a week; this stays.
  ADD COLUMN last_sign_in_at timestamptz;

-- A deleted user's phone may be another's; a restored one needs it back.
DROP INDEX users_phone;
CREATE UNIQUE INDEX users_phone ON users (phone) WHERE deleted_at IS NULL;

-- What a code was asked for. It does that and nothing else.
ALTER TABLE sign_in_codes
  ADD COLUMN purpose text NOT NULL DEFAULT 'sign-in'
    CHECK (purpose IN ('sign-in', 'password-reset', 'change-phone', 'change-phone-new', 'change-email', 'change-password'));
ALTER TABLE sign_in_codes ALTER COLUMN purpose DROP DEFAULT;

-- Why a session was ended by somebody else, so that its holder can be told. Null: logged out.
ALTER TABLE sessions ADD COLUMN ended_why text CHECK (ended_why IN ('account', 'credentials'));
