-- Bus: the school's buses, boardings and alightings, and the state of each student.

CREATE TABLE buses (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- As it is painted on the bus: capital letters, single blanks.
  plate text NOT NULL CHECK (plate ~ '^[A-Z0-9]+([ -][A-Z0-9]+)*$' AND length(plate) <= 15),
  -- The plate without blanks and hyphens, however somebody types it.
  plate_key text NOT NULL GENERATED ALWAYS AS (translate(plate, ' -', '')) STORED,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  -- Listed: somebody wrote the bus down. A bus that is only known because its plate was typed in a school without a list does
  -- not make one: from the first bus that is listed on, no other plate is taken.
  listed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX buses_plate ON buses (school_id, plate_key) WHERE deleted_at IS NULL;
CREATE INDEX buses_plate_key ON buses (school_id, plate_key);
SELECT enable_row_security('buses');
GRANT SELECT, INSERT, UPDATE ON buses TO mfuko_app;

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE bus_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  bus_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('on', 'off')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin', 'attested')),
  -- Finger or PIN was checked.
  verified boolean NOT NULL DEFAULT true,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Arrival of an event that was recorded without a network; null: it was recorded at once.
  received_at timestamptz,
  -- The client's key of the event, the same with and without a network.
  client_key text CHECK (length(client_key) BETWEEN 1 AND 255),
  -- The boarding that this event ends: an alighting, or a boarding of a student who was still aboard.
  ends_boarding uuid,
  recorded_by uuid NOT NULL,
  -- Reason of somebody who let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- Place, as the client said. Advisory.
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
CREATE UNIQUE INDEX bus_events_client_key ON bus_events (school_id, client_key) WHERE client_key IS NOT NULL;
SELECT enable_row_security('bus_events');
GRANT SELECT, INSERT ON bus_events TO mfuko_app;
SELECT make_append_only('bus_events');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON bus_events
  FOR EACH ROW WHEN (NEW.kind = 'on') EXECUTE FUNCTION refuse_in_deleted_school();

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
SELECT enable_row_security('bus_states');
GRANT SELECT, INSERT, UPDATE ON bus_states TO mfuko_app;
