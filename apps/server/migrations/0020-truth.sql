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

-- Lists of a large school: its pages come off an index in the order in which they are shown, and the count of a list does
-- not look up what it only shows (the index over all accounts lets the planner see that there is one wallet at most).
CREATE INDEX students_order ON students
  (school_id, (lpad(length(admission_number)::text, 2, '0') || admission_number), id) WHERE deleted_at IS NULL;
CREATE INDEX students_names ON students (school_id, names, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX accounts_student ON accounts (school_id, student_id);
DROP INDEX accounts_wallet;

-- The planner takes a policy's second half for one that lets nearly nothing pass, and then expects fifty students where two
-- thousand come. Said in this way it expects about half of them. What it says is the same.
DO $$
DECLARE
  target text;
BEGIN
  FOR target IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'platform_reads' LOOP
    EXECUTE format(
      'ALTER POLICY platform_reads ON %I USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))', target);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION raise_tenant_wall(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (COALESCE(current_setting(''app.scope'', true) = ''platform'', false))',
      target);
  END IF;
END $$;

-- As before, but a student's class is joined so that a count may leave it out; there always is one.
CREATE OR REPLACE VIEW student_list WITH (security_invoker = true) AS
SELECT s.school_id,
       s.id,
       s.admission_number,
       lpad(length(s.admission_number)::text, 2, '0') || s.admission_number AS admission_order,
       s.names,
       s.class_id,
       c.name AS class_name,
       s.status,
       EXISTS (SELECT 1 FROM fingerprints f WHERE f.school_id = s.school_id AND f.student_id = s.id) AS has_fingerprint,
       coalesce(a.balance, 0)::bigint AS balance,
       s.created_at
FROM students s
LEFT JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
LEFT JOIN accounts a ON a.school_id = s.school_id AND a.student_id = s.id AND a.kind = 'wallet'
WHERE s.deleted_at IS NULL;
