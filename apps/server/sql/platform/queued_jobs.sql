-- The job queue in numbers: its rows by kind and state, and how long the oldest of them has been due. What a job is about is not told.
CREATE OR REPLACE FUNCTION queued_jobs(out kind text, out state text, out jobs int, out due_seconds float8) RETURNS SETOF record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT each.kind, each.state, count(*)::int,
           coalesce(max(extract(epoch FROM now() - each.run_at)) FILTER (WHERE each.state = 'due'), 0)::float8
    FROM (SELECT t.identifier AS kind, j.run_at,
                 CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'given-up'
                      WHEN j.run_at > now() THEN 'later' ELSE 'due' END AS state
          FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id) AS each
    GROUP BY 1, 2;
END $$;
REVOKE ALL ON FUNCTION queued_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queued_jobs TO mfuko_app;
