-- Session: browsers in which somebody has signed in before. Each has a budget of codes of its own, which strangers cannot spend.

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  -- Keyed hash of the cookie.
  token_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, token_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO mfuko_app;

-- The known device that asked for the code; null for everybody else.
ALTER TABLE sign_in_codes ADD device_hash bytea;
