import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { readConfig } from '../../config.ts';
import { openKeys } from '../crypto/keys.ts';
import { openDatabase } from '../database/database.ts';
import { openRateLimiters, type RateLimiters } from './rate-limiters.ts';

const RULE = { name: 'trial', burst: 80, aSecond: 1, remembered: 4 };
const SOON = { timeout: 10_000, interval: 10 };
const keys = openKeys(randomBytes(32));
const opened: (() => Promise<void>)[] = [];
let database: TestDatabase;
let now = 1_000_000;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database?.drop());
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Opens the rate limiters of another server on the database; with `alone`, of one with an embedded database. */
function aServer(alone = false): RateLimiters {
  const config = readConfig({
    APP_WIRE_KEY: 'a'.repeat(16),
    DATA_DIR: '/nowhere',
    ...(alone ? {} : { DATABASE_URL: database.ownerUrl }),
  });
  const db = openDatabase(database.appUrl, 2);
  const limiters = openRateLimiters({ config, db, keys, clock: { now: () => now } });
  opened.push(async () => {
    await limiters.close();
    await db.close();
  });
  return limiters;
}

/** Opens a limiter on each of `count` servers, and waits until all of them listen. */
async function servers(count: number) {
  const limiters = Array.from({ length: count }, () => aServer().open(RULE));
  for (const limiter of limiters) limiter.charge('first', 0);
  await vi.waitFor(async () => expect(await ears()).toBe(count), SOON);
  return limiters;
}

/** Counts the listening sessions, as their own role: no other role sees their queries. */
async function ears(): Promise<number> {
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  const { rows } = await app.query<{ ears: number }>(
    `SELECT count(*)::int AS ears FROM pg_stat_activity
     WHERE datname = current_database() AND query = 'LISTEN brakes' AND state = 'idle'`,
  );
  await app.end();
  return rows[0]?.ears ?? 0;
}

/** Charges until nothing is left; returns the number of successful charges. */
function useUp(limiter: { charge(who: string, price: number): number }, who: string): number {
  for (let charges = 0; ; charges++) if (limiter.charge(who, 1) < 1) return charges;
}

it("a single server's limiter counts the burst, the refill per second, and each person separately", () => {
  const limiter = aServer(true).open(RULE);
  expect(useUp(limiter, 'one')).toBe(80);
  expect(limiter.charge('two', 1)).toBe(80);
  now += 5_000;
  expect(useUp(limiter, 'one')).toBe(5);
});

it('rejected attempts cost nothing: one call passes again after a second', () => {
  const limiter = aServer(true).open(RULE);
  useUp(limiter, 'one');
  for (let tries = 0; tries < 100; tries++) limiter.charge('one', 1);
  now += 1_000;
  expect(limiter.charge('one', 1)).toBe(1);
});

it('a full limiter forgets the person who was quiet for longest', () => {
  const limiter = aServer(true).open({ ...RULE, remembered: 3 });
  useUp(limiter, 'one');
  useUp(limiter, 'two');
  limiter.charge('three', 1);
  limiter.charge('one', 0);
  limiter.charge('four', 1);
  expect(limiter.charge('one', 0)).toBeLessThan(1);
  expect(limiter.charge('two', 0)).toBe(80);
});

it("three servers together allow one server's burst plus an eighth for each further server", async () => {
  const all = await servers(3);
  let passed = 0;
  for (let round = 0; round < 5; round++) {
    for (const limiter of all)
      for (let charges = 0; charges < 10; charges++) if (limiter.charge('guesser', 1) >= 1) passed++;
    // Each server has received all charges of the others.
    const lefts = () => all.map((limiter) => limiter.charge('guesser', 0));
    await vi.waitFor(() => expect(lefts()).toEqual(all.map(() => 80 - passed)), SOON);
  }
  expect(passed).toBe(90);
});

it('charges on one server count on another for the same person only', async () => {
  const [here, there] = await servers(2);
  for (let charges = 0; charges < 10; charges++) there?.charge('guesser', 1);
  await vi.waitFor(() => expect(here?.charge('guesser', 0)).toBe(70), SOON);
  expect(here?.charge('somebody', 0)).toBe(80);
});

it('a server that starts to listen receives the sent counts of the others', async () => {
  const [here, other] = await servers(2);
  if (!here) throw new Error('no server');
  useUp(here, 'guesser');
  for (let charges = 0; charges < 15; charges++) here.charge('visitor', 1);
  for (let charges = 0; charges < 9; charges++) here.charge('guest', 1);
  // By now every notice has been received.
  await vi.waitFor(() => expect(['guesser', 'visitor'].map((who) => other?.charge(who, 0))).toEqual([0, 70]), SOON);
  const there = aServer().open(RULE);
  there.charge('visitor', 0);
  await vi.waitFor(() => expect(there.charge('guesser', 0)).toBe(0), SOON);
  // The first ten charges were sent; the other five are known only to the server that made them.
  expect(there.charge('visitor', 0)).toBe(70);
  expect(there.charge('guest', 0)).toBe(80);
});

it("charges made while another server's listener was cut off reach it after it reconnects", async () => {
  const [here, there] = await servers(2);
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  await app.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN brakes'`,
  );
  for (let charges = 0; charges < 80; charges++) here?.charge('guesser', 1);
  await vi.waitFor(() => expect(there?.charge('guesser', 0)).toBe(0), SOON);
  await app.end();
});

it('notifications to other servers name no person', async () => {
  const ear = new pg.Client({ connectionString: database.appUrl });
  await ear.connect();
  const told: string[] = [];
  ear.on('notification', ({ payload }) => void told.push(payload ?? ''));
  await ear.query('LISTEN brakes');
  const limiter = aServer().open(RULE);
  for (let charges = 0; charges < 10; charges++) limiter.charge('41.90.1.1', 1);
  // Replies to another server's request with the remaining balances.
  await ear.query(`SELECT pg_notify('brakes', 'another ?')`);
  const own = () =>
    told.filter((notice) => !notice.startsWith('another ')).map((notice) => notice.replace(/^[\w-]{12} /, ''));
  await vi.waitFor(() => expect(own()).toEqual(expect.arrayContaining(['?', expect.stringContaining('/=70')])), SOON);
  for (const notice of own()) expect(notice).toMatch(/^(\?|trial\/[\w-]{16}\/(10|=[78]0))$/);
  await ear.end();
});

it('malformed notifications change no count', async () => {
  const [limiter] = await servers(1);
  const who = keys.digest('brake:trial', 'first').subarray(0, 12).toString('base64url');
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  for (const notice of [
    '',
    'x',
    'x trial',
    `x trial/${who}`,
    `x trial/${who}/b`,
    `x other/${who}/5`,
    `x other/${who}/=5`,
    `x trial/${who}/=`,
    `x trial/${who}/=b`,
    `x trial/${who}/=999`,
    `x trial/${who}/7`,
  ])
    await app.query('SELECT pg_notify($1, $2)', ['brakes', notice]);
  await app.end();
  await vi.waitFor(() => expect(limiter?.charge('first', 0)).not.toBe(80), SOON);
  expect(limiter?.charge('first', 0)).toBe(73);
});

it('the limiter of a server with an embedded database does not listen for notifications', async () => {
  const limiter = aServer(true).open(RULE);
  useUp(limiter, 'one');
  // By the time another server listens, this one would listen too.
  await servers(1);
});

it('a limiter counts locally while the database is unreachable', async () => {
  const config = readConfig({ APP_WIRE_KEY: 'a'.repeat(16), DATA_DIR: '/nowhere', DATABASE_URL: database.ownerUrl });
  const away = new URL(database.appUrl);
  away.port = '1';
  const db = openDatabase(away.href, 2);
  const limiters = openRateLimiters({ config, db, keys, clock: { now: () => now } });
  expect(useUp(limiters.open(RULE), 'one')).toBe(80);
  await limiters.close();
  await db.close();
});
