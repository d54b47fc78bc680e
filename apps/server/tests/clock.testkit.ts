import pg from 'pg';

/** The hand on the database's clock. */
export interface ClockHand {
  /** Puts the clock so many hours beside the true time; whoever was signed in still is. */
  set(hours: number): Promise<void>;
  end(): Promise<void>;
}

/**
 * Puts a clock that a test can move in front of PostgreSQL's own, for all sessions that begin from now on: functions and statements find
 * the one of the test first. Nobody but the owner of a database can do that. Call it before anything else uses the database.
 */
export async function takeClock(ownerUrl: string): Promise<ClockHand> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    CREATE TABLE test_clock (ahead interval NOT NULL);
    INSERT INTO test_clock VALUES ('0');
    GRANT SELECT ON test_clock TO PUBLIC;
    CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.test_clock) $$;
    CREATE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT pg_catalog.now() + (SELECT ahead FROM public.test_clock) $$;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$`);
  return {
    async set(hours) {
      await owner.query('UPDATE test_clock SET ahead = make_interval(secs => $1)', [Math.round(hours * 3_600)]);
      await owner.query(
        'UPDATE sessions SET created_at = public.clock_timestamp(), last_seen_at = public.clock_timestamp()',
      );
    },
    end: () => owner.end(),
  };
}
