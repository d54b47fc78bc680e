import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from './database.ts';

const FLYING_WORKER = fileURLToPath(new URL('flying-worker.testkit.ts', import.meta.url));
const PATIENCE = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let outside: pg.Client;
let inside: pg.Client | null;
let worker: ChildProcess;
const printed: string[] = [];

beforeEach(async () => {
  database = await makeTestDatabase();
  // A session of another database on the same server, which stays open while the worker's database accepts no sessions.
  outside = new pg.Client({ connectionString: inject('testServer').ownerUrl });
  await outside.connect();
  await open();
  worker = spawn(process.execPath, [FLYING_WORKER, database.ownerUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
  printed.length = 0;
  if (worker.stdout === null) throw new TypeError('The worker has no output.');
  createInterface(worker.stdout).on('line', (line) => printed.push(line));
});
afterEach(async () => {
  worker.kill('SIGKILL');
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
  await inside?.end();
  await outside.end();
  await database.drop();
});

const name = () => new URL(database.ownerUrl).pathname.slice(1);

/** The database becomes unreachable for the worker: all its sessions are terminated, and new ones are refused. */
async function shut(): Promise<void> {
  await inside?.end();
  inside = null;
  await outside.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
  await outside.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name()]);
}

async function open(): Promise<void> {
  await outside.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
  inside = new pg.Client({ connectionString: database.ownerUrl });
  await inside.connect();
}

const heard = (line: string) => vi.waitFor(() => expect(printed).toContain(line), PATIENCE);
const add = (kind: string) => inside?.query('SELECT graphile_worker.add_job($1)', [kind]);

it('a worker survives a database outage during two jobs and records the end of both', async () => {
  await add('succeeds');
  await add('fails');
  await heard('running succeeds');
  await heard('running fails');
  await shut();
  // Both jobs end now, and their ends cannot be written down.
  worker.stdin?.write('end\n');
  await heard('ended succeeds');
  await heard('ended fails');
  await open();
  await vi.waitFor(async () => {
    expect(worker.exitCode).toBeNull();
    const left = await inside?.query(
      `SELECT task_identifier AS identifier, locked_by, last_error FROM graphile_worker.jobs
       WHERE task_identifier IN ('succeeds', 'fails')`,
    );
    // The completed job is removed, and the failed one is free for its next try: the living worker keeps no lock on either.
    expect(left?.rows).toEqual([{ identifier: 'fails', locked_by: null, last_error: 'on purpose' }]);
  }, PATIENCE);
  await add('succeeds');
  await vi.waitFor(() => expect(printed.filter((line) => line === 'running succeeds')).toHaveLength(2), PATIENCE);
  // On a slow machine it has had its next try by now.
  const failures = printed.filter((line) => line.startsWith('Job '));
  expect(failures[0]).toMatch(/^Job fails \d+ failed, attempt 1 of 25: Error at .*flying-worker\.testkit\.ts/);
  expect(failures.filter((line) => !line.startsWith('Job fails '))).toEqual([]);
}, 60_000);
