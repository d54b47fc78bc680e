-- Session: a second factor for whoever signs in, and the time at which a session has proven it again.

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY,
  -- Sealed under the platform's key, bound to the person. Null until it is confirmed.
  secret bytea,
  -- Sealed likewise: the next one, while it is being set up.
  pending bytea,
  confirmed_at timestamptz,
  -- Time step of the last code that was taken (RFC 6238): none is taken twice, nor an older one.
  last_step bigint NOT NULL DEFAULT 0,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors TO mfuko_app;

-- Recovery codes: each good once in the place of a code of the authenticator.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  -- Keyed hash, bound to the person. The code itself is kept nowhere.
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO mfuko_app;

-- Tries of second factors that are not known to be right.
CREATE TABLE second_factor_tries (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX second_factor_tries_user ON second_factor_tries (user_id, at);
GRANT SELECT, INSERT, DELETE ON second_factor_tries TO mfuko_app;

ALTER TABLE sessions ADD stepped_up_at timestamptz;
