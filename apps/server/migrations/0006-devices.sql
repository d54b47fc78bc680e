-- Devices: tablets and scanners that Admins have linked to a school, and the role of each.

CREATE TABLE devices (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  serial_number text NOT NULL CHECK (length(serial_number) BETWEEN 1 AND 100),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  role text NOT NULL CHECK (role IN ('CHECKIN', 'CHECKOUT', 'CHECKINOUT', 'CANTEEN')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Revoked: kept, so that its serial number is refused and not taken for one that was never linked.
  revoked_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id) REFERENCES schools (id)
);
-- Printed on a sticker and typed by hand: the case says nothing.
CREATE UNIQUE INDEX devices_serial_number ON devices (school_id, upper(serial_number)) WHERE revoked_at IS NULL;
CREATE INDEX devices_revoked ON devices (school_id, upper(serial_number)) WHERE revoked_at IS NOT NULL;
SELECT enable_row_security('devices');
GRANT SELECT, INSERT ON devices TO mfuko_app;
GRANT UPDATE (serial_number, label, role, revoked_at) ON devices TO mfuko_app;

-- Sightings: the last call of a device, to the minute, and the time at which its silence was told. Apart from the devices, so
-- that the gate never waits for an edit.
CREATE TABLE device_sights (
  school_id uuid NOT NULL,
  device_id uuid NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  silence_told_at timestamptz,
  PRIMARY KEY (school_id, device_id),
  FOREIGN KEY (school_id, device_id) REFERENCES devices (school_id, id)
);
SELECT enable_row_security('device_sights');
GRANT SELECT, INSERT, UPDATE ON device_sights TO mfuko_app;
