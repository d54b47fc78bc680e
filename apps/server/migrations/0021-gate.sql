-- Gate: check-ins and check-outs, the state of each student, events that were recorded without a network, and exceptions that
-- a person clears.

-- Kept as they happened. A mistake is put right by the next event, never by an edit.
CREATE TABLE gate_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  student_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('in', 'out')),
  method text NOT NULL CHECK (method IN ('fingerprint', 'pin', 'attested')),
  -- Finger or PIN was checked.
  verified boolean NOT NULL DEFAULT true,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Arrival of an event that was recorded without a network; null: it was recorded at once.
  received_at timestamptz,
  -- The client's key of the event, the same with and without a network.
  client_key text CHECK (length(client_key) BETWEEN 1 AND 255),
  recorded_by uuid NOT NULL,
  -- Reason of somebody who let it pass against the state.
  override_reason text CHECK (length(override_reason) BETWEEN 1 AND 200),
  -- Place, as the client said. Advisory.
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  scanner_serial text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
);
CREATE INDEX gate_events_at ON gate_events (school_id, at);
CREATE INDEX gate_events_student ON gate_events (school_id, student_id, at);
-- The dashboard counts a month of check-ins and check-outs: from the index alone.
CREATE INDEX gate_events_kind ON gate_events (school_id, kind, at);
CREATE UNIQUE INDEX gate_events_client_key ON gate_events (school_id, client_key) WHERE client_key IS NOT NULL;
SELECT enable_row_security('gate_events');
GRANT SELECT, INSERT ON gate_events TO mfuko_app;
SELECT make_append_only('gate_events');
CREATE TRIGGER not_in_deleted_school BEFORE INSERT ON gate_events
  FOR EACH ROW WHEN (NEW.kind = 'in') EXECUTE FUNCTION refuse_in_deleted_school();

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
SELECT enable_row_security('gate_states');
GRANT SELECT, INSERT, UPDATE ON gate_states TO mfuko_app;

-- Events of the gate or the bus that were recorded although they do not add up. A person clears each with a note; none is
-- ever removed.
CREATE TABLE gate_exceptions (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  student_id uuid NOT NULL,
  -- The event of the gate or the bus that raised it, and its recorder.
  event_id uuid,
  recorded_by uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_by uuid,
  settled_at timestamptz,
  note text,
  PRIMARY KEY (school_id, id),
  FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CHECK (num_nulls(settled_by, settled_at, note) IN (0, 3))
);
CREATE INDEX gate_exceptions_open ON gate_exceptions (school_id, at) WHERE settled_at IS NULL;
CREATE INDEX gate_exceptions_student ON gate_exceptions (school_id, student_id, at);
-- The list that a person clears is read by kind.
CREATE INDEX gate_exceptions_kind ON gate_exceptions (school_id, kind, at);
SELECT enable_row_security('gate_exceptions');
GRANT SELECT, INSERT ON gate_exceptions TO mfuko_app;
GRANT UPDATE (settled_by, settled_at, note) ON gate_exceptions TO mfuko_app;

-- Events of the gate or the bus that were recorded without a network: one row for each key that ever came in. A request claims
-- the key before it looks at the proof, so that the same batch sent twice at once charges a wrong PIN once; a claim that its
-- server did not live to settle can be taken over.
CREATE TABLE offline_events (
  school_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL,
  claim uuid NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_by uuid NOT NULL,
  -- Null while it is being looked at.
  status text CHECK (status IN ('recorded', 'unverified', 'refused')),
  problem text,
  -- Of the gate or the bus.
  event_id uuid,
  PRIMARY KEY (school_id, key),
  CHECK (status IS NOT NULL OR num_nonnulls(problem, event_id) = 0)
);
SELECT enable_row_security('offline_events');
GRANT SELECT, INSERT ON offline_events TO mfuko_app;
GRANT UPDATE (claim, claimed_at, sent_by, status, problem, event_id) ON offline_events TO mfuko_app;
