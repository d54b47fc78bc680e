import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { BACKUP_COPY } from '../src/backups/copy-jobs.ts';
import { BACKUP, BACKUP_CHECK } from '../src/backups/jobs.ts';
import { DISK_CHECK } from '../src/disk-check.ts';
import { BOOKS_CHECK, BOOKS_VERIFY } from '../src/features/books/jobs.ts';
import { PAPERS_CHECK } from '../src/features/bus/jobs.ts';
import { DEVICE_CHECK } from '../src/features/devices/jobs.ts';
import { RETENTION } from '../src/features/erasure/jobs.ts';
import { DROP_OLD_NOTICES } from '../src/features/notices/jobs.ts';
import { SWEEP_PAYOUTS } from '../src/features/refunds/jobs.ts';
import { UNUSUAL_CHECK } from '../src/features/reports/jobs.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import { CATCH_UP } from '../src/platform/jobs/overdue.ts';
import { SWEEP } from '../src/sweep.ts';
import { jobsOf, startWorker } from '../src/worker.ts';
import { openTestServer, type TestServer } from './kit.ts';

let server: TestServer;
let owner: pg.Client;
let now = 0;
const NIGHTLY = [BACKUP, BOOKS_VERIFY, DROP_OLD_NOTICES, PAPERS_CHECK, RETENTION, SWEEP, SWEEP_PAYOUTS];
const HOURLY = [BACKUP_COPY, BACKUP_CHECK, BOOKS_CHECK, DEVICE_CHECK, DISK_CHECK, UNUSUAL_CHECK];
const sms = { send: async () => ({ providerId: null, cost: null }) };

beforeAll(async () => {
  server = await openTestServer();
  Object.assign(server.context, { clock: { now: () => now } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  await owner.query('DELETE FROM job_runs; DELETE FROM graphile_worker._private_jobs');
});

const at = (text: string) => {
  now = Date.parse(text);
};
/** Kinds of jobs that the server finds overdue now; they are done at once. */
async function caughtUp(): Promise<string[]> {
  await jobsOf(server.context, sms, noPayments)[CATCH_UP]?.({});
  const { rows } = await owner.query<{ kind: string }>(
    `SELECT t.identifier AS kind FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id`,
  );
  await server.runJobs();
  await owner.query('DELETE FROM graphile_worker._private_jobs');
  return rows.map(({ kind }) => kind).toSorted();
}

it('catch-up runs the hourly and nightly jobs of a missed night once', async () => {
  at('2026-11-20T06:00:00Z');
  expect(await caughtUp()).toEqual([...HOURLY, ...NIGHTLY].toSorted());
  at('2026-11-20T14:00:00Z');
  expect(await caughtUp()).toEqual(HOURLY.toSorted());
  // Off from four in the afternoon to half past four in the morning.
  at('2026-11-21T04:30:00Z');
  expect(await caughtUp()).toEqual([...HOURLY, ...NIGHTLY].toSorted());
  at('2026-11-21T04:40:00Z');
  expect(await caughtUp()).toEqual([]);
});

it('catch-up runs nothing when every job ran on time', async () => {
  const jobs = jobsOf(server.context, sms, noPayments);
  at('2026-11-20T23:40:00Z');
  await jobs[BOOKS_VERIFY]?.({});
  at('2026-11-21T00:50:00Z');
  await jobs[BACKUP]?.({});
  at('2026-11-21T03:17:00Z');
  for (const kind of [SWEEP, DROP_OLD_NOTICES, SWEEP_PAYOUTS]) await jobs[kind]?.({});
  at('2026-11-21T03:23:00Z');
  await jobs[PAPERS_CHECK]?.({});
  at('2026-11-21T03:43:00Z');
  await jobs[RETENTION]?.({});
  at('2026-11-21T06:07:00Z');
  await jobs[DEVICE_CHECK]?.({});
  at('2026-11-21T06:12:00Z');
  await jobs[DISK_CHECK]?.({});
  at('2026-11-21T06:20:00Z');
  for (const kind of [BOOKS_CHECK, BACKUP_COPY]) await jobs[kind]?.({});
  at('2026-11-21T06:23:00Z');
  await jobs[UNUSUAL_CHECK]?.({});
  at('2026-11-21T06:35:00Z');
  await jobs[BACKUP_CHECK]?.({});
  at('2026-11-21T06:40:00Z');
  expect(await caughtUp()).toEqual([]);
});

it('catch-up queues a failed job again an hour later', async () => {
  await owner.query('ALTER TABLE sign_in_codes RENAME TO sign_in_codes_away');
  at('2026-11-21T05:00:00Z');
  expect(await caughtUp()).toContain(SWEEP);
  at('2026-11-21T05:50:00Z');
  expect(await caughtUp()).not.toContain(SWEEP);
  await owner.query('ALTER TABLE sign_in_codes_away RENAME TO sign_in_codes');
  at('2026-11-21T06:10:00Z');
  expect(await caughtUp()).toContain(SWEEP);
  at('2026-11-21T07:40:00Z');
  expect(await caughtUp()).not.toContain(SWEEP);
});

it('a worker runs catch-up immediately when it starts', async () => {
  const done: string[] = [];
  // As the queue keeps it of a server that ran yesterday evening.
  await owner.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     VALUES ($1, now() - interval '10 days', now() - interval '14 hours')`,
    [CATCH_UP],
  );
  const worker = await startWorker(
    server.ownerUrl,
    { [CATCH_UP]: async () => void done.push(CATCH_UP) },
    () => undefined,
  );
  try {
    await vi.waitFor(() => expect(done).not.toEqual([]), { timeout: 15_000, interval: 20 });
  } finally {
    await worker.stop();
  }
});

it('catch-up runs a job whose last run is dated in the future', async () => {
  const jobs = jobsOf(server.context, sms, noPayments);
  at('2027-11-20T03:17:00Z');
  await jobs[SWEEP]?.({});
  at('2026-11-21T06:40:00Z');
  expect(await caughtUp()).toContain(SWEEP);
  at('2026-11-21T06:50:00Z');
  expect(await caughtUp()).toEqual([]);
});
