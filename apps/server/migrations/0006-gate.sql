-- Who came in and went out, where each student is now, and what a person should look at.

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE gate_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('in', 'out')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin', 'attested')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_by uuid NOT NULL,
  -- Why somebody let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- What the client said of its place. Advisory.
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX gate_events_at ON gate_events (school_id, at);
CREATE INDEX gate_events_student ON gate_events (school_id, student_id, at);
SELECT raise_tenant_wall('gate_events');
GRANT SELECT, INSERT ON gate_events TO mfuko_app;
SELECT make_append_only('gate_events');

-- One row a student: the last event. It is locked while the next one is decided, so that two gates cannot both let the
-- same child in. Nulls: the student has not passed the gate yet.
CREATE TABLE gate_states (
  school_id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text CHECK (kind IN ('in', 'out')),
  since timestamptz,
  event_id uuid,
  PRIMARY KEY (school_id, student_id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  FOREIGN KEY (school_id, event_id) REFERENCES gate_events (school_id, id),
  CHECK (num_nulls(kind, since, event_id) IN (0, 3))
);
CREATE INDEX gate_states_on_campus ON gate_states (school_id, since) WHERE kind = 'in';
SELECT raise_tenant_wall('gate_states');
GRANT SELECT, INSERT, UPDATE ON gate_states TO mfuko_app;

-- What was recorded although it does not add up. A person settles each with a note; none is ever removed.
CREATE TABLE oddities (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid NOT NULL,
  -- The event of the gate or the bus that raised it.
  event_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_by uuid,
  settled_at timestamptz,
  note text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (num_nulls(settled_by, settled_at, note) IN (0, 3))
);
CREATE INDEX oddities_open ON oddities (school_id, at) WHERE settled_at IS NULL;
CREATE INDEX oddities_student ON oddities (school_id, student_id, at);
SELECT raise_tenant_wall('oddities');
GRANT SELECT, INSERT ON oddities TO mfuko_app;
GRANT UPDATE (settled_by, settled_at, note) ON oddities TO mfuko_app;
