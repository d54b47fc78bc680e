import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { copyFolder } from './copy-folder.ts';
import { type RunningServer, runServer } from './server.ts';

/** Calls that an address may make at once, and an eighth of them, which a server keeps to itself. */
const BURST = 120;
const KEPT = 15;

let dataDir: string;
let postgres: EmbeddedPostgres;
let superuser: pg.Client;
let servers: readonly [RunningServer, RunningServer];
let lastAddress = 0;

const anAddress = () => `41.90.7.${++lastAddress}`;

const aServer = () =>
  runServer(
    { DATABASE_URL: postgres.ownerUrl, TRUSTED_PROXY: '127.0.0.1', OPEN_CALLS_A_MINUTE: String(BURST) },
    dataDir,
  );

/** Makes one call without a session from an address, as a proxy forwards it; returns the status. */
async function askFrom(address: string, { url }: RunningServer): Promise<number> {
  return (await fetch(`${url}/api/auth/config`, { headers: { 'x-forwarded-for': address } })).status;
}

/** A server listens from the first call on that it counts; one that has just started may be too busy for it. */
const listens = (server: RunningServer) =>
  vi.waitFor(async () => expect(await askFrom(anAddress(), server)).toBe(200), { timeout: 15_000, interval: 50 });

/** Calls until one is refused or there were so many; answers how many passed. */
async function callsThatPass(server: RunningServer, address: string, most: number): Promise<number> {
  for (let calls = 0; calls < most; calls++) {
    const status = await askFrom(address, server);
    if (status === 429) return calls;
    expect(status).toBe(200);
  }
  return most;
}

/** Sessions of the two servers that listen for what the other has let by. */
async function ears(): Promise<number[]> {
  const { rows } = await superuser.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN brakes' AND state = 'idle' AND usename = 'mfuko_app'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Ends the connections by which both listen. */
async function endEars(): Promise<void> {
  const heard = await ears();
  expect(heard).toHaveLength(2);
  await superuser.query('SELECT pg_terminate_backend(pid, 10000) FROM unnest($1::int[]) AS pid', [heard]);
}

const both = () => vi.waitFor(async () => expect(await ears()).toHaveLength(2), { timeout: 15_000, interval: 50 });

/** Answers of servers to one that began to listen. */
const answers: string[] = [];
const answered = () => expect.poll(() => answers.length).toBeGreaterThan(0);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mfuko-journey-'));
  copyFolder(inject('preparedFolders').none, dataDir);
  rmSync(join(dataDir, 'postgres.port'), { force: true });
  postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const url = new URL(postgres.ownerUrl);
  url.username = 'postgres';
  url.password = readFileSync(join(dataDir, 'keys/postgres-superuser.key'), 'utf8').trim();
  superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  superuser.on('notification', ({ payload = '' }) => {
    if (payload.includes('/=')) answers.push(payload);
  });
  await superuser.query('LISTEN brakes');
  servers = [await aServer(), await aServer()];
  for (const server of servers) await listens(server);
  await both();
});
beforeEach(() => void answers.splice(0));
afterAll(async () => {
  for (const server of servers ?? []) await server.end('SIGTERM');
  await superuser?.end();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Calls that may pass at the second server after an address has used up the first: far fewer than a server by itself lets pass. */
const MAX_PASSED = BURST / 2;

/** Exhausts an address at the first server; returns how many of its calls pass at the second once the servers had time to share that. */
async function passesElsewhere(): Promise<number> {
  const address = anAddress();
  expect(await callsThatPass(servers[0], address, 10 * BURST)).toBeGreaterThanOrEqual(BURST - KEPT);
  return callsThatPass(servers[1], address, MAX_PASSED);
}

it('a rate limit that an address has used up at one server is used up at the other', async () => {
  expect(await passesElsewhere()).toBeLessThan(MAX_PASSED);
});

it('two servers share used-up rate limits again after both have lost their LISTEN connection', async () => {
  const before = await ears();
  await endEars();
  await both();
  expect((await ears()).filter((pid) => before.includes(pid))).toEqual([]);
  expect(await passesElsewhere()).toBeLessThan(MAX_PASSED);
});

it('a rate limit used up while a server did not listen applies there once it listens again', async () => {
  const address = anAddress();
  await endEars();
  await callsThatPass(servers[0], address, 10 * BURST);
  await both();
  await answered();
  expect(await callsThatPass(servers[1], address, MAX_PASSED)).toBeLessThan(MAX_PASSED);
});

it('a server that joins applies the rate limits that the others have counted', async () => {
  const address = anAddress();
  await callsThatPass(servers[0], address, 10 * BURST);
  await servers[1].end('SIGTERM');
  servers = [servers[0], await aServer()];
  await listens(servers[1]);
  await answered();
  expect(await callsThatPass(servers[1], address, MAX_PASSED)).toBeLessThan(MAX_PASSED);
});
