import pg from 'pg';

/** Control of the database's clock. */
export interface ClockHand {
  /** Sets the clock's offset from the true time in hours; sessions stay signed in. */
  set(hours: number): Promise<void>;
  /** Has the worker of a running server close past days, and waits for the end. */
  closeDays(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Installs a clock that a test can move in front of PostgreSQL's own, for all sessions that begin from now on: functions and statements
 * resolve the test's clock first. Needs the owner of the database. Call it before anything else uses the database.
 */
export async function takeClock(ownerUrl: string): Promise<ClockHand> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    CREATE TABLE IF NOT EXISTS test_clock (one boolean PRIMARY KEY DEFAULT true, ahead interval NOT NULL DEFAULT '0');
    INSERT INTO test_clock DEFAULT VALUES ON CONFLICT DO NOTHING;
    GRANT SELECT ON test_clock TO PUBLIC;
    CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.test_clock) $$;
    CREATE OR REPLACE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT pg_catalog.now() + (SELECT ahead FROM public.test_clock) $$;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$`);
  /** Waits until no job of these kinds is pending or running. */
  const noneOf = async (kinds: readonly string[]) => {
    for (let tries = 0; tries < 600; tries++) {
      const { rowCount } = await owner.query(
        `SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier = ANY($1) AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL)`,
        [kinds],
      );
      if (rowCount === 0) return;
      await owner.query('SELECT pg_sleep(0.1)');
    }
    throw new Error('The days were not closed.');
  };
  return {
    async set(hours) {
      // One transaction, so that nobody sees the state in between.
      await owner.query(`
        BEGIN;
        UPDATE test_clock SET ahead = make_interval(secs => ${Math.round(hours * 3_600)});
        UPDATE sessions SET created_at = public.clock_timestamp(), last_seen_at = public.clock_timestamp();
        COMMIT`);
    },
    async closeDays() {
      // Of two concurrent closings the second does nothing, so wait until no other is running.
      await noneOf(['look-at-books', 'verify-books']);
      await owner.query(`SELECT graphile_worker.add_job('look-at-books')`);
      await noneOf(['look-at-books', 'verify-books']);
    },
    end: () => owner.end(),
  };
}
