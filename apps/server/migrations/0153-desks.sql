-- State of an enrolled device by its own word, beside its last call; null: it has not said. `told_at` is when it said so.
ALTER TABLE device_sights
  ADD COLUMN told_at timestamptz,
  ADD COLUMN battery smallint CHECK (battery BETWEEN 0 AND 100),
  ADD COLUMN charging boolean,
  ADD COLUMN waiting int CHECK (waiting >= 0),
  ADD COLUMN waiting_since timestamptz,
  ADD COLUMN clock_ahead_seconds bigint;

-- Positions of a bus on an open trip, as the attendant's device told them. They go with the places of its rides.
CREATE TABLE bus_positions (
  school_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  -- Meters within which the device believes to be.
  accuracy int CHECK (accuracy >= 0),
  sent_by uuid NOT NULL,
  PRIMARY KEY (school_id, trip_id, at),
  FOREIGN KEY (school_id, trip_id) REFERENCES bus_trips (school_id, id)
);
CREATE INDEX bus_positions_at ON bus_positions (school_id, at);
SELECT enable_row_security('bus_positions');
GRANT SELECT, INSERT, DELETE ON bus_positions TO mfuko_app;
