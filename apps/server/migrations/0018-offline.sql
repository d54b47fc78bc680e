-- What a gate or a bus recorded while it had no network: sent later, each at most once, judged at the time when it happened.

-- verified: whether finger or PIN was checked. received_at: when an event came in that was recorded without a network; null
-- where it was recorded at once. client_key: what the client knows the event by, the same with and without a network.
ALTER TABLE gate_events
  ADD COLUMN verified boolean NOT NULL DEFAULT true,
  ADD COLUMN received_at timestamptz,
  ADD COLUMN client_key text CHECK (length(client_key) BETWEEN 1 AND 255);
CREATE UNIQUE INDEX gate_events_client_key ON gate_events (school_id, client_key) WHERE client_key IS NOT NULL;

ALTER TABLE bus_events
  ADD COLUMN verified boolean NOT NULL DEFAULT true,
  ADD COLUMN received_at timestamptz,
  ADD COLUMN client_key text CHECK (length(client_key) BETWEEN 1 AND 255),
  DROP CONSTRAINT bus_events_method_check,
  ADD CONSTRAINT bus_events_method_check CHECK (method IN ('fingerprint', 'pin', 'attested'));
CREATE UNIQUE INDEX bus_events_client_key ON bus_events (school_id, client_key) WHERE client_key IS NOT NULL;

-- One row for each key that ever came in. A request claims the key before it looks at the proof, so that the same batch
-- sent twice at once charges a wrong PIN once; a claim that its server did not live to settle can be taken over.
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
SELECT raise_tenant_wall('offline_events');
GRANT SELECT, INSERT ON offline_events TO mfuko_app;
GRANT UPDATE (claim, claimed_at, sent_by, status, problem, event_id) ON offline_events TO mfuko_app;

-- The list that a person clears is read by kind.
CREATE INDEX oddities_kind ON oddities (school_id, kind, at);
-- Who recorded what is odd.
ALTER TABLE oddities ADD COLUMN recorded_by uuid;
