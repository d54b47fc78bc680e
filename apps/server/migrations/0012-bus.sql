-- The school's buses, who boarded and alighted, and where each student is on the way now.

CREATE TABLE buses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- As it is painted on the bus: capital letters, single blanks.
  plate text NOT NULL CHECK (plate ~ '^[A-Z0-9]+([ -][A-Z0-9]+)*$' AND length(plate) <= 15),
  -- What a plate is known by, however somebody types it.
  plate_key text NOT NULL GENERATED ALWAYS AS (translate(plate, ' -', '')) STORED,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX buses_plate ON buses (school_id, plate_key) WHERE deleted_at IS NULL;
CREATE INDEX buses_plate_key ON buses (school_id, plate_key);
SELECT raise_tenant_wall('buses');
GRANT SELECT, INSERT, UPDATE ON buses TO mfuko_app;

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE bus_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  bus_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('on', 'off')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'attested')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The boarding that this event ends: an alighting, or a boarding of a student who was still aboard.
  ends_boarding uuid,
  recorded_by uuid NOT NULL,
  -- Why somebody let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- What the client said of its place. Advisory.
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id),
  FOREIGN KEY (school_id, ends_boarding) REFERENCES bus_events (school_id, id)
);
CREATE INDEX bus_events_at ON bus_events (school_id, at);
CREATE INDEX bus_events_student ON bus_events (school_id, student_id, at);
CREATE INDEX bus_events_bus ON bus_events (school_id, bus_id, at);
-- A boarding ends once.
CREATE UNIQUE INDEX bus_events_ends_boarding ON bus_events (school_id, ends_boarding) WHERE ends_boarding IS NOT NULL;
SELECT raise_tenant_wall('bus_events');
GRANT SELECT, INSERT ON bus_events TO mfuko_app;
SELECT make_append_only('bus_events');

-- One row a student: the last event. It is locked while the next one is decided, so that a child is on one bus once.
-- Nulls: the student has not been on a bus yet.
CREATE TABLE bus_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text CHECK (kind IN ('on', 'off')),
  bus_id uuid,
  since timestamptz,
  event_id uuid,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id),
  FOREIGN KEY (school_id, event_id) REFERENCES bus_events (school_id, id),
  CHECK (num_nulls(kind, bus_id, since, event_id) IN (0, 4))
);
CREATE INDEX bus_states_aboard ON bus_states (school_id, bus_id) WHERE kind = 'on';
SELECT raise_tenant_wall('bus_states');
GRANT SELECT, INSERT, UPDATE ON bus_states TO mfuko_app;
