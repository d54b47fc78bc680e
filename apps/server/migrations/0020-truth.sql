-- A school sees what the platform did to its own record: registered it, suspended it, changed its name.
CREATE POLICY about_own_school ON audit_events FOR SELECT
  USING (school_id = '00000000-0000-0000-0000-000000000000' AND subject_kind = 'school'
         AND subject_id = nullif(current_setting('app.school_id', true), '')::uuid);

-- The hash chain over the audit trail. Rows of the trail are sealed a little later and one school at a time, so that no
-- sale waits for another one's row. What still waits stands in a list of its own, written by the transaction that wrote
-- the row: whenever that one commits, it is found, and nothing has to be guessed from times or transaction numbers.
CREATE TABLE audit_waiting (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  PRIMARY KEY (school_id, event_id)
);
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
INSERT INTO audit_waiting SELECT school_id, id FROM audit_events;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
SELECT raise_tenant_wall('audit_waiting', true);
GRANT SELECT, INSERT, DELETE ON audit_waiting TO mfuko_app;

CREATE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_waiting (school_id, event_id) VALUES (NEW.school_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER await_seal AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION await_seal();

-- The application does not choose the time of a row.
REVOKE INSERT ON audit_events FROM mfuko_app;
GRANT INSERT (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id) ON audit_events TO mfuko_app;

CREATE TABLE audit_chain (
  school_id uuid NOT NULL,
  -- 1, 2, 3 … without a gap.
  position bigint NOT NULL CHECK (position > 0),
  event_id uuid NOT NULL,
  sealed_at timestamptz NOT NULL,
  -- HMAC-SHA-256 over the hash before, this row's place and time, and every column of the event.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (school_id, position),
  UNIQUE (school_id, event_id)
);
SELECT raise_tenant_wall('audit_chain');
GRANT SELECT, INSERT ON audit_chain TO mfuko_app;
SELECT make_append_only('audit_chain');
