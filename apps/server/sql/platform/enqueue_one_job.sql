-- Singleton job: another job with the same key takes its place. Jobs of one queue run one after the other.
CREATE OR REPLACE FUNCTION enqueue_one_job(task text, job_key text, queue text, run_at timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    enqueue_one_job.task, '{}'::json, queue_name => queue, run_at => enqueue_one_job.run_at, max_attempts => 1,
    job_key => enqueue_one_job.job_key);
END $$;
REVOKE ALL ON FUNCTION enqueue_one_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_one_job TO mfuko_app;
