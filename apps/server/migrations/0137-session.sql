-- Session: staff unlock an enrolled device by a PIN of their own, after a sign-in by code there.

CREATE TABLE desk_pins (
  user_id uuid PRIMARY KEY,
  -- argon2id.
  pin_hash text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON desk_pins TO mfuko_app;

-- Desks: sign-ins by code at a device, which those people may unlock.
CREATE TABLE desk_sessions (
  id uuid PRIMARY KEY,
  device_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Start of the session that the code began; what is unlocked ends with it.
  begun_at timestamptz NOT NULL,
  -- Wrong PINs in a row.
  misses integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  ended_at timestamptz,
  UNIQUE (device_id, user_id)
);
CREATE INDEX desk_sessions_user ON desk_sessions (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON desk_sessions TO mfuko_app;

ALTER TABLE sessions
  -- Of a session that was unlocked: each of its calls is signed by that device.
  ADD COLUMN device_id uuid,
  -- It only hands in what was recorded without a network.
  ADD COLUMN outbox_only boolean NOT NULL DEFAULT false;
