import { createStudent } from '@mfuko/contract/students';
import { deposit } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../src/platform/records/id.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const PLENTY = 1_000_000_000;

let server: TestServer;
let owner: pg.Client;
let school: string;
let bursar: Person;
let admissionNumber: string;
let log = '';
let free = PLENTY;

beforeAll(async () => {
  server = await openTestServer({}, { logTo: { write: (line) => void (log += line) }, freeBytes: async () => free });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION break_here() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = TG_ARGV[0]; END $$`);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  // So long that no time or id of the log holds it by chance.
  admissionNumber = '441728093';
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
});
afterEach(async () => {
  await owner.query('DROP TRIGGER IF EXISTS break_here ON receipts');
  free = PLENTY;
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const breakWith = (state: string) =>
  owner.query(
    `CREATE TRIGGER break_here BEFORE INSERT ON receipts FOR EACH ROW EXECUTE FUNCTION break_here('${state}')`,
  );
const payIn = (key: string) => bursar.ask<{ balance: number }>(deposit, { admissionNumber, amount: 150 }, { key });

it('a deposit answers 507 on a full disk, records nothing, and succeeds later with the same key', async () => {
  await breakWith('53100');
  const key = newId();
  const full = await payIn(key);
  expect([full.status, full.problem]).toEqual([507, 'server.disk-full']);
  expect(full.headers['retry-after']).toBeDefined();
  expect((await owner.query('SELECT 1 FROM journal_entries')).rowCount).toBe(0);
  await owner.query('DROP TRIGGER break_here ON receipts');
  const again = await payIn(key);
  expect([again.status, again.body.balance]).toEqual([200, 150]);
});

it('the log of a fault names route and school, but not the admission number', async () => {
  await breakWith('XX000');
  log = '';
  expect((await payIn(newId())).status).toBe(500);
  const line = log.split('\n').find((each) => each.includes('unexpected fault')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ route: '/api/wallet/deposit', school, fault: { code: 'XX000' } });
  expect(log).not.toContain(admissionNumber);
});

it('a lost database connection answers server.disk-full only when the disk is full', async () => {
  await breakWith('57P01');
  expect((await payIn(newId())).problem).toBe('server.busy');
  free = 0;
  // The disk is looked at once a second at most.
  await expect.poll(async () => (await payIn(newId())).problem).toBe('server.disk-full');
});

it('health/ready answers 507 while the disk is full', async () => {
  const ready = () => server.app.inject('/api/health/ready');
  await expect.poll(async () => (await ready()).statusCode).toBe(200);
  free = 16 * 1024 * 1024;
  await expect.poll(async () => (await ready()).statusCode).toBe(507);
  expect((await server.app.inject('/api/health/live')).statusCode).toBe(200);
});
