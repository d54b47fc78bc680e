-- Job queue: the owner holds it; jobs of the transaction's school that wait and speak of somebody whose data goes may be dropped.
CREATE OR REPLACE FUNCTION drop_jobs_about(patterns text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM graphile_worker._private_jobs j
  WHERE j.locked_at IS NULL AND j.payload ->> 'schoolId' = current_setting('app.school_id', true)
    AND j.payload::text LIKE ANY (patterns);
END $$;
REVOKE ALL ON FUNCTION drop_jobs_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_jobs_about TO mfuko_app;
