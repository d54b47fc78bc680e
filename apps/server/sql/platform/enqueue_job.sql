-- Job queue: the owner holds it, and the application may only add to it, in the transaction that causes the job.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, run_at timestamptz DEFAULT now(), most_attempts int DEFAULT 25)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => most_attempts);
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mfuko_app;
