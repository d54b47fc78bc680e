-- Enrolled devices: each has a key pair of its own, of which the school keeps the public half, and signs its calls with it.
ALTER TABLE devices ALTER COLUMN serial_number DROP NOT NULL;
ALTER TABLE devices
  -- SPKI in DER, of P-256.
  ADD COLUMN public_key bytea,
  ADD CONSTRAINT device_is_known_by CHECK (serial_number IS NOT NULL OR public_key IS NOT NULL);
ALTER TABLE devices DROP CONSTRAINT devices_role_check;
ALTER TABLE devices ADD CONSTRAINT devices_role_check
  CHECK (role IN ('CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN', 'BUS', 'CASHIER'));

-- Codes by which a device is enrolled: typed on it once, within a quarter of an hour.
CREATE TABLE device_codes (
  school_id uuid NOT NULL REFERENCES schools,
  id uuid NOT NULL,
  code_hash bytea NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  role text NOT NULL,
  made_by uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  device_id uuid,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id)
);
CREATE UNIQUE INDEX device_codes_hash ON device_codes (school_id, code_hash);
-- A device that nobody knows yet names no school.
CREATE INDEX device_codes_any_school ON device_codes (code_hash);
SELECT enable_row_security('device_codes', true);
GRANT SELECT, INSERT, DELETE ON device_codes TO mfuko_app;
GRANT UPDATE (device_id) ON device_codes TO mfuko_app;

-- Signatures that were taken: one is good once. Older ones than the clocks may differ are dropped at night.
CREATE TABLE device_signatures (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (school_id, device_id, digest),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id)
);
CREATE INDEX device_signatures_at ON device_signatures (school_id, at);
SELECT enable_row_security('device_signatures');
GRANT SELECT, INSERT, DELETE ON device_signatures TO mfuko_app;

-- Schools that take desk calls from enrolled devices only.
ALTER TABLE schools ADD COLUMN require_devices boolean NOT NULL DEFAULT false;
