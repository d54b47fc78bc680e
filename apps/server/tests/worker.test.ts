import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorker } from '../src/worker.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let owner: pg.Client;
let worker: { stop(): Promise<void> };
const done: string[] = [];

beforeAll(async () => {
  database = await makeTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const jobs = {
    fails: async () => {
      done.push('failed');
      throw new Error('on purpose');
    },
    works: async () => void done.push('worked'),
  };
  worker = await startWorker(database.ownerUrl, jobs, () => undefined);
});
afterAll(async () => {
  await worker.stop();
  await owner.end();
  await database.drop();
});

const enqueue = (kind: string) => owner.query('SELECT graphile_worker.add_job($1)', [kind]);
/** The job that fails may have its next try at any time: each kind is waited for on its own. */
const until = (kind: string, count: number) =>
  vi.waitFor(() => expect(done.filter((each) => each === kind).length).toBeGreaterThanOrEqual(count), {
    timeout: 15_000,
    interval: 20,
  });

it('a failed job keeps its error for a retry, and other jobs run', async () => {
  await enqueue('fails');
  await until('failed', 1);
  await vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        `SELECT last_error, locked_by FROM graphile_worker.jobs WHERE task_identifier = 'fails'`,
      );
      expect(rows).toEqual([{ last_error: 'on purpose', locked_by: null }]);
    },
    { timeout: 15_000, interval: 50 },
  );
  await enqueue('works');
  await until('worked', 1);
});

it('the worker continues after its database sessions were terminated', async () => {
  await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'mfuko worker' AND datname = current_database()`,
  );
  await enqueue('works');
  await until('worked', 2);
});
