import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { rescueStuckJobs } from '../src/platform/jobs/heartbeat.ts';
import { startWorker } from '../src/worker.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

const HOLDING_WORKER = fileURLToPath(new URL('holding-worker.testkit.ts', import.meta.url));

let database: TestDatabase;
let pool: pg.Pool;
let other: ChildProcess;
let holder: string | null;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

// Another server of the same database, which is at work on a job.
beforeEach(async () => {
  other = spawn(process.execPath, [HOLDING_WORKER, database.ownerUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  await pool.query(`SELECT graphile_worker.add_job('holds')`);
  if (other.stdout === null) throw new Error('no output');
  await once(other.stdout, 'data');
  holder = await holderOfTheJob();
  expect(holder).toMatch(/^pool-/);
});
afterEach(async () => {
  await killTheOther();
  await pool.query('DELETE FROM graphile_worker._private_jobs');
});

async function killTheOther(): Promise<void> {
  if (other.signalCode !== null) return;
  other.kill('SIGKILL');
  await once(other, 'exit');
}

async function holderOfTheJob(): Promise<string | null> {
  const { rows } = await pool.query<{ locked_by: string | null }>(
    `SELECT locked_by FROM graphile_worker.jobs WHERE task_identifier = 'holds'`,
  );
  return rows[0]?.locked_by ?? null;
}

it('a new worker takes over the job of a killed server', async () => {
  await killTheOther();
  const done = vi.fn<() => Promise<void>>(async () => undefined);
  const worker = await startWorker(database.ownerUrl, { holds: done }, () => undefined);
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), { timeout: 15_000, interval: 20 });
});

it('rescueStuckJobs leaves the job of a live server', async () => {
  await rescueStuckJobs(pool);
  expect(await holderOfTheJob()).toBe(holder);
});

it('rescueStuckJobs leaves the job of a live server that lost its heartbeat session, until it is killed', async () => {
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'mfuko worker lives' AND datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  await rescueStuckJobs(pool);
  expect(await holderOfTheJob()).toBe(holder);

  await killTheOther();
  // The database notices it a moment after the operating system.
  await vi.waitFor(
    async () => {
      await rescueStuckJobs(pool);
      expect(await holderOfTheJob()).toBeNull();
    },
    { timeout: 15_000, interval: 50 },
  );
});
