import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSimulator } from '../../simulators/src/mpesa/index.ts';
import { ACCOUNT } from '../../simulators/src/mpesa/merchant.testkit.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { type MpesaServer, openLine, openMpesaServer } from './mpesa-server.testkit.ts';

const ASKING_SERVER = fileURLToPath(new URL('asking-server.testkit.ts', import.meta.url));

type Kept = { readonly version: bigint; readonly sealed: Buffer; readonly claimed: boolean };

let database: TestDatabase;
let owner: pg.Client;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let line: Awaited<ReturnType<typeof openLine>>;
let servers: MpesaServer[];
let master: Buffer;

beforeEach(async () => {
  database = await makeTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // The owner sees what the platform sees.
  await owner.query(`SET app.scope = 'platform'; SET app.school_id = '00000000-0000-0000-0000-000000000000'`);
  simulator = await startSimulator({ port: 0, clock: systemClock });
  line = await openLine(simulator.url);
  master = randomBytes(32);
  servers = [1, 2].map(() => openMpesaServer(database.appUrl, master, line.url));
});
afterEach(async () => {
  line.close();
  for (const server of servers) await server.close();
  await simulator.close();
  await owner.end();
  await database.drop();
});

const [A, B] = [0, 1] as const;
const call = (which: number, times = 1) =>
  Promise.all(Array.from({ length: times }, () => servers[which]?.call())).then((all) => all.length);
async function kept(): Promise<Kept> {
  const { rows } = await owner.query<Kept>(
    `SELECT version, sealed, coalesce(claimed_until > clock_timestamp(), false) AS claimed FROM payment_tokens`,
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? expect.fail('no token');
}
const set = (what: string) => owner.query(`UPDATE payment_tokens SET ${what}`);
/** Another program asks M-Pesa for a token: the stored one is dead, and no server here knows. */
async function killToken(): Promise<void> {
  const basic = Buffer.from(`${ACCOUNT.consumerKey}:${ACCOUNT.consumerSecret}`).toString('base64');
  const answer = await fetch(`${simulator.url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  });
  expect(answer.status).toBe(200);
}

it('two servers that call at once request one access token together', async () => {
  expect(await Promise.all([call(A, 8), call(B, 8)])).toEqual([8, 8]);
  expect(await Promise.all([call(A, 8), call(B, 8)])).toEqual([8, 8]);
  expect(line.tokenCalls()).toBe(1);
});

it('two servers that find the access token dead at once request one new token', async () => {
  await call(A);
  await killToken();
  expect(await Promise.all([call(A, 6), call(B, 6)])).toEqual([6, 6]);
  expect([line.tokenCalls(), (await kept()).version]).toEqual([2, 2n]);
});

it('while one server renews a stale access token, the other keeps using it', async () => {
  await call(A);
  await set('renew_at = clock_timestamp()');
  const { isHeld, release } = line.hold('asked');
  const renewing = call(A);
  await isHeld;
  expect(await call(B, 4)).toBe(4);
  expect([line.tokenCalls(), (await kept()).version]).toEqual([2, 1n]);
  release();
  await renewing;
  expect([line.tokenCalls(), (await kept()).version]).toEqual([2, 2n]);
  // A stale token is good as long as it lives.
  await set('dies_at = clock_timestamp()');
  expect((await servers[B]?.tokenStore.find(credentials()))?.token).toBeNull();
});

it('a server killed while it requests a token blocks others only until its claim expires', async () => {
  const { isHeld } = line.hold('answered');
  const args = [ASKING_SERVER, database.appUrl, master.toString('hex'), line.url];
  const killed = spawn(process.execPath, args, { stdio: 'inherit' });
  await isHeld;
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect((await kept()).claimed).toBe(true);
  const waits = call(B, 4);
  expect(await servers[A]?.tokenStore.claim(credentials(), 0n, 1_000)).toBeNull();
  expect(line.tokenCalls()).toBe(1);
  await set('claimed_until = clock_timestamp()');
  expect(await waits).toBe(4);
  expect(line.tokenCalls()).toBe(2);
  expect(await kept()).toMatchObject({ version: 1n, claimed: false });
});

it('a server whose token arrives after its claim expired uses the newer stored token', async () => {
  const { isHeld, release } = line.hold('answered');
  const late = call(A);
  await isHeld;
  await set('claimed_until = clock_timestamp()');
  await call(B);
  const { sealed } = await kept();
  release();
  expect(await late).toBe(1);
  expect((await kept()).sealed).toEqual(sealed);
  expect(line.tokenCalls()).toBe(2);
});

it('a server that gets no token releases its claim at once', async () => {
  await simulator.close();
  await expect(call(A)).rejects.toThrow(/cannot be reached|refused/);
  expect((await kept()).claimed).toBe(false);
  await expect(call(B)).rejects.toThrow(/cannot be reached|refused/);
});

it('concurrent key checks by two servers leave one valid token', async () => {
  const judged = await Promise.all(servers.map(({ gateway }) => gateway.checkKeys(ACCOUNT)));
  expect(judged.map(({ keys }) => keys)).toEqual(['good', 'good']);
  const asked = line.tokenCalls();
  expect(await Promise.all([call(A), call(B)])).toEqual([1, 1]);
  expect(line.tokenCalls()).toBe(asked);
});

it('a stored token is sealed, and not found by another installation or with another secret', async () => {
  await call(A);
  const found = await servers[A]?.tokenStore.find(credentials());
  const token = found?.token ?? expect.fail('no token');
  const { rows } = await owner.query<{ all: string }>(`SELECT row_to_json(t)::text AS all FROM payment_tokens t`);
  for (const form of [token, Buffer.from(token).toString('hex'), ACCOUNT.consumerKey, ACCOUNT.consumerSecret])
    expect(rows[0]?.all).not.toContain(form);
  const elsewhere = openMpesaServer(database.appUrl, randomBytes(32), line.url);
  servers.push(elsewhere);
  expect((await elsewhere.tokenStore.find(credentials())).token).toBeNull();
  expect((await servers[B]?.tokenStore.find(credentials('another')))?.token).toBeNull();
});

function credentials(secret = ACCOUNT.consumerSecret): string {
  return `${line.url}\nBasic ${Buffer.from(`${ACCOUNT.consumerKey}:${secret}`).toString('base64')}`;
}
