-- What every feature stands on: the tenant wall, idempotency keys, the audit trail, the door to the job queue.
--
-- The application connects as mfuko_app, which owns nothing and cannot bypass row-level security. Each transaction
-- sets app.school_id (SET LOCAL) and sees that school's rows only; without it, it sees none. The platform itself
-- (Admins, registering schools) acts as the nil school with app.scope = 'platform'.

GRANT USAGE ON SCHEMA public TO mfuko_app;

-- Puts a table behind the wall. platform_reads: the platform's own transactions may look at all schools' rows.
CREATE FUNCTION raise_tenant_wall(target regclass, platform_reads boolean DEFAULT false, school_column text DEFAULT 'school_id')
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_school ON %s USING (%I = nullif(current_setting(''app.school_id'', true), '''')::uuid)',
    target, school_column);
  IF platform_reads THEN
    EXECUTE format(
      'CREATE POLICY platform_reads ON %s FOR SELECT USING (current_setting(''app.scope'', true) = ''platform'')',
      target);
  END IF;
END $$;

-- Rows that are only ever added: neither the application nor a slip of ours may change or remove them.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION make_append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM mfuko_app', target);
  EXECUTE format(
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change()', target);
  EXECUTE format(
    'CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;

-- The answer to a request that carried an Idempotency-Key, written in the transaction that did the work.
CREATE TABLE idempotency_keys (
  school_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  input_hash bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (school_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (school_id, created_at);
SELECT raise_tenant_wall('idempotency_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO mfuko_app;

CREATE TABLE audit_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text,
  PRIMARY KEY (school_id, id)
);
CREATE INDEX audit_events_subject ON audit_events (school_id, subject_id, at);
SELECT raise_tenant_wall('audit_events');
GRANT SELECT, INSERT ON audit_events TO mfuko_app;
SELECT make_append_only('audit_events');

-- The job queue belongs to the owner; the application may only add to it.
CREATE FUNCTION enqueue_job(task text, payload json, run_at timestamptz DEFAULT now(), most_attempts int DEFAULT 25)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => most_attempts);
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mfuko_app;
