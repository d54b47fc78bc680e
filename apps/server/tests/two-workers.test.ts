import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorker } from '../src/worker.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

const JOBS = 40;
let database: TestDatabase;
let owner: pg.Client;
let workers: { stop(): Promise<void> }[] = [];
/** Barrier: a worker of a job stays at it until this is opened, so that both are at work at the same time. */
let door = Promise.withResolvers<void>();
let begun: number[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const jobs = {
    leaves: async (given: unknown) => {
      begun.push((given as { number: number }).number);
      await door.promise;
    },
  };
  workers = await Promise.all([1, 2].map(() => startWorker(database.ownerUrl, jobs, () => undefined)));
});
afterAll(async () => {
  door.resolve();
  for (const worker of workers) await worker.stop();
  await owner.end();
  await database.drop();
});

/** So many jobs at once for both workers; answers which were begun, until none waits any more. */
async function workOn(count: number): Promise<number[]> {
  begun = [];
  door = Promise.withResolvers();
  await owner.query(
    `SELECT graphile_worker.add_job('leaves', json_build_object('number', n)) FROM generate_series(1, $1::int) AS n`,
    [count],
  );
  await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(8), { timeout: 15_000, interval: 5 });
  door.resolve();
  // At each full minute the timetable adds jobs that no worker here knows: those stay.
  const left = async () =>
    (await owner.query(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'leaves'`)).rows.length;
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 15_000, interval: 20 });
  return begun.toSorted((a, b) => a - b);
}

it('each of 40 jobs runs once with two workers', async () => {
  expect(await workOn(JOBS)).toEqual(Array.from({ length: JOBS }, (_, place) => place + 1));
});

it('jobs run more than once when a trigger clears their claims, so the test above can fail', async () => {
  await owner.query(`CREATE FUNCTION forget_claim() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.locked_by := NULL; NEW.locked_at := NULL; RETURN NEW; END $$`);
  await owner.query(`CREATE TRIGGER forget_claim BEFORE UPDATE ON graphile_worker._private_jobs
    FOR EACH ROW EXECUTE FUNCTION forget_claim()`);
  const done = await workOn(4);
  expect(new Set(done).size).toBeLessThan(done.length);
});
