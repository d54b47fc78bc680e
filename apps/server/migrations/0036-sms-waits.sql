-- Text messages wait out a gateway that cannot be reached: when each is tried next, since when nobody answers there, and
-- who has been told of it.

ALTER TABLE sms_messages
  -- A waiting message is looked at no later than this, whatever became of its job. While it is being sent: until when
  -- nobody else may.
  ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT clock_timestamp() + interval '2 minutes',
  ADD COLUMN tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Of them, those after which nobody knew whether the message had been taken.
  ADD COLUMN unsure_tries int NOT NULL DEFAULT 0 CHECK (unsure_tries >= 0);
CREATE INDEX sms_messages_waiting ON sms_messages (next_try_at) WHERE state = 'waiting';

ALTER TABLE sms_gateway
  -- Since when the gateway has not been reached; null: it answers.
  ADD COLUMN away_since timestamptz,
  -- How often it was asked for since then, and when it is next.
  ADD COLUMN probes int NOT NULL DEFAULT 0,
  ADD COLUMN probe_at timestamptz,
  ADD CONSTRAINT sms_gateway_probed CHECK ((away_since IS NULL) = (probe_at IS NULL));

-- What the staff of a school, or with the nil id the platform's Admins, have been told of a gateway that is away, and how
-- many messages were given up since they were told of such.
CREATE TABLE sms_outage_alerts (
  school_id uuid NOT NULL PRIMARY KEY,
  -- The outage that they know of, by its beginning.
  outage timestamptz,
  expired int NOT NULL DEFAULT 0 CHECK (expired >= 0),
  -- When the first of these was given up.
  expired_since timestamptz,
  CHECK ((expired = 0) = (expired_since IS NULL))
);
SELECT raise_tenant_wall('sms_outage_alerts', true);
GRANT SELECT, INSERT, UPDATE ON sms_outage_alerts TO mfuko_app;

-- A job of which one is enough: another with the same key takes its place. Those of one queue run one after the other.
CREATE FUNCTION enqueue_one_job(task text, job_key text, queue text, run_at timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    enqueue_one_job.task, '{}'::json, queue_name => queue, run_at => enqueue_one_job.run_at, max_attempts => 1,
    job_key => enqueue_one_job.job_key);
END $$;
REVOKE ALL ON FUNCTION enqueue_one_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_one_job TO mfuko_app;
