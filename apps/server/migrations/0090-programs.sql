-- Keys of a school's own programs. `app_id` names one, its token proves it, and each call says what for.
CREATE TABLE api_keys (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  app_id text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['balances', 'attendance', 'deposits']),
  token_hash bytea NOT NULL,
  -- The token before, until the programs are changed over.
  old_token_hash bytea,
  old_token_until timestamptz,
  -- Null: made with the school itself.
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  -- Pace: the moment at which all calls so far would have been made at an even rate.
  paced_until timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz,
  PRIMARY KEY (school_id, id)
);

CREATE UNIQUE INDEX api_keys_app_id ON api_keys (school_id, app_id);
-- A program names its key before anybody knows its school.
CREATE INDEX api_keys_any_school ON api_keys (app_id);

-- The token and app id that each school was given with its registration opened nothing. They are its first key, without a scope:
-- an upgrade opens nothing either, until the school says what for.
ALTER TABLE schools NO FORCE ROW LEVEL SECURITY;
INSERT INTO api_keys (school_id, id, app_id, name, scopes, token_hash, created_at)
SELECT id, gen_random_uuid(), app_id, 'First key', '{}', token_hash, created_at FROM schools;
ALTER TABLE schools FORCE ROW LEVEL SECURITY;
ALTER TABLE schools DROP COLUMN app_id, DROP COLUMN token_hash;

SELECT enable_row_security('api_keys', true);
GRANT SELECT, INSERT ON api_keys TO mfuko_app;
GRANT UPDATE (name, scopes, token_hash, old_token_hash, old_token_until, last_used_at, paced_until, revoked_at) ON api_keys TO mfuko_app;
