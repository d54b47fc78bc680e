-- Platform: idempotency keys, the audit trail and its hash chain, keys of schools, runs of timed jobs.
--
-- Row-level security: the application connects as mfuko_app, which owns nothing and cannot bypass it. Each transaction
-- sets app.school_id (SET LOCAL) and sees the rows of that school only; without it, none. The platform itself (Admins,
-- registering schools) acts as the nil school with app.scope = 'platform'.

GRANT USAGE ON SCHEMA public TO mfuko_app;

-- Answers to requests that carried an Idempotency-Key, written in the transaction that did the work.
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
SELECT enable_row_security('idempotency_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO mfuko_app;

CREATE TABLE audit_events (
  school_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Set by the database: the application does not choose the time of an event.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  -- Origin: the request, the job or the tool that the event belongs to.
  request_id text,
  PRIMARY KEY (school_id, id),
  CONSTRAINT audit_events_have_origin CHECK (request_id IS NOT NULL)
);
CREATE INDEX audit_events_subject ON audit_events (school_id, subject_id, at);
SELECT enable_row_security('audit_events');
-- A school sees the platform's actions on its own record: registered, suspended, renamed.
CREATE POLICY about_own_school ON audit_events FOR SELECT
  USING (school_id = '00000000-0000-0000-0000-000000000000' AND subject_kind = 'school'
         AND subject_id = nullif(current_setting('app.school_id', true), '')::uuid);
GRANT SELECT ON audit_events TO mfuko_app;
GRANT INSERT (school_id, id, actor_id, action, subject_kind, subject_id, detail, request_id) ON audit_events TO mfuko_app;
SELECT make_append_only('audit_events');

-- Audit chain: events are sealed a little later, one school at a time, so that no sale waits for another one's row. The
-- transaction of an event lists it here: whenever that commits, the event is found, and nothing is guessed from times.
CREATE TABLE audit_waiting (
  school_id uuid NOT NULL,
  event_id uuid NOT NULL,
  PRIMARY KEY (school_id, event_id)
);
SELECT enable_row_security('audit_waiting', true);
GRANT SELECT, INSERT, DELETE ON audit_waiting TO mfuko_app;
CREATE TRIGGER await_seal AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION await_seal();

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
SELECT enable_row_security('audit_chain');
GRANT SELECT, INSERT ON audit_chain TO mfuko_app;
SELECT make_append_only('audit_chain');

-- Keys of schools, each wrapped by the master key; a school's key wraps the keys of its students and its secrets.
CREATE TABLE school_keys (
  school_id uuid PRIMARY KEY,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT enable_row_security('school_keys');
-- The platform makes the key together with the school; only the school's own transactions read it.
CREATE POLICY platform_makes ON school_keys FOR INSERT WITH CHECK (current_setting('app.scope', true) = 'platform');
GRANT SELECT, INSERT ON school_keys TO mfuko_app;

-- Timed jobs: their last run, by the server's clock, so that a machine that was off then does them once it is on again.
CREATE TABLE job_runs (
  kind text NOT NULL PRIMARY KEY,
  ran_at timestamptz,
  queued_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON job_runs TO mfuko_app;
