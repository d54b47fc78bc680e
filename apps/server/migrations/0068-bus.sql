-- Rear code: stands on the card at the bus's rear seat; whoever closes a trip by it has walked there.
ALTER TABLE buses ADD COLUMN rear_code text NOT NULL
  DEFAULT (100000 + ('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint % 900000)::text
  CHECK (rear_code ~ '^[1-9]\d{5}$');

-- Routes of the buses, each with its stops in the order of the way.
CREATE TABLE bus_routes (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  bus_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id)
);
CREATE UNIQUE INDEX bus_routes_name ON bus_routes (school_id, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX bus_routes_bus ON bus_routes (school_id, bus_id) WHERE deleted_at IS NULL;
SELECT enable_row_security('bus_routes');
GRANT SELECT, INSERT, UPDATE ON bus_routes TO mfuko_app;

CREATE TABLE bus_stops (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  route_id uuid NOT NULL,
  position int NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  -- When the bus is there, by the school's clock.
  to_school time,
  home time,
  PRIMARY KEY (school_id, id),
  UNIQUE (school_id, route_id, id),
  FOREIGN KEY (school_id, route_id) REFERENCES bus_routes (school_id, id)
);
CREATE INDEX bus_stops_route ON bus_stops (school_id, route_id, position);
SELECT enable_row_security('bus_stops');
GRANT SELECT, INSERT, UPDATE, DELETE ON bus_stops TO mfuko_app;

-- Assignments: where a student gets on and off, once in each direction.
CREATE TABLE bus_assignments (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('toSchool', 'home')),
  route_id uuid NOT NULL,
  stop_id uuid NOT NULL,
  PRIMARY KEY (school_id, student_id, direction),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, route_id, stop_id) REFERENCES bus_stops (school_id, route_id, id)
);
CREATE INDEX bus_assignments_route ON bus_assignments (school_id, route_id, direction);
CREATE INDEX bus_assignments_stop ON bus_assignments (school_id, stop_id);
SELECT enable_row_security('bus_assignments');
GRANT SELECT, INSERT, UPDATE, DELETE ON bus_assignments TO mfuko_app;

-- Trips: from the first boarding, or the attendant's word, until somebody closes it at the rear seat. One is open on a bus.
CREATE TABLE bus_trips (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  bus_id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('toSchool', 'home')),
  route_id uuid,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  opened_by uuid NOT NULL,
  closed_at timestamptz,
  closed_by uuid,
  -- Wrong codes at its closing.
  wrong_codes int NOT NULL DEFAULT 0,
  -- When a boarding came in that a device told of after the closing, of a child who has not got off since.
  aboard_after timestamptz,
  -- When the school was alarmed last.
  alarmed_at timestamptz,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, bus_id) REFERENCES buses (school_id, id),
  FOREIGN KEY (school_id, route_id) REFERENCES bus_routes (school_id, id),
  CHECK (num_nulls(closed_at, closed_by) IN (0, 2)),
  CHECK (aboard_after IS NULL OR closed_at IS NOT NULL)
);
CREATE UNIQUE INDEX bus_trips_open ON bus_trips (school_id, bus_id) WHERE closed_at IS NULL;
CREATE INDEX bus_trips_bus ON bus_trips (school_id, bus_id, opened_at);
CREATE INDEX bus_trips_late ON bus_trips (school_id, aboard_after) WHERE aboard_after IS NOT NULL;
SELECT enable_row_security('bus_trips');
-- One look finds the schools that are to be alarmed.
CREATE POLICY platform_reads ON bus_trips FOR SELECT
  USING (COALESCE(current_setting('app.scope', true) = 'platform', false));
GRANT SELECT, INSERT, UPDATE ON bus_trips TO mfuko_app;

-- Expected on a trip, as it was when it was closed: who was missing stays so, whatever becomes of the routes.
CREATE TABLE bus_trip_expected (
  school_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  student_id uuid NOT NULL,
  stop text NOT NULL,
  PRIMARY KEY (school_id, trip_id, student_id),
  FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX bus_trip_expected_student ON bus_trip_expected (school_id, student_id);
SELECT enable_row_security('bus_trip_expected');
GRANT SELECT, INSERT, DELETE ON bus_trip_expected TO mfuko_app;

-- Trip of an event; null for those from before there were trips.
ALTER TABLE bus_events ADD COLUMN trip_id uuid;
ALTER TABLE bus_events ADD FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips (school_id, id);
CREATE INDEX bus_events_trip ON bus_events (school_id, trip_id) WHERE trip_id IS NOT NULL;
