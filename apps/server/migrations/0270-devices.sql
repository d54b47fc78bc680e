-- Presences of an enrolled device under an account: from when to when the server heard it without three minutes of silence, of the last
-- eight days. What the device had recorded offline could have been sent then, if the account may send it.
CREATE TABLE device_presences (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  user_id uuid NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, device_id, user_id, begun_at),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id),
  CHECK (last_at >= begun_at)
);
SELECT enable_row_security('device_presences');
GRANT SELECT, INSERT, UPDATE, DELETE ON device_presences TO mfuko_app;

-- It takes the account too.
DROP FUNCTION IF EXISTS use_device_signature(uuid, uuid, bytea, smallint, boolean, int, int, bigint);
