import { read, record, SCHOOL_STAFF } from '@mfuko/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addClass, listClassNames } from '../src/features/schools/index.ts';
import { sqlState } from '../src/platform/database/database.ts';
import type { Call, ReadCall } from '../src/platform/http/call.ts';
import { Refusal } from '../src/platform/http/refusal.ts';
import { openTestServer, type Person, type TestServer } from './kit.ts';

const shape = { access: SCHOOL_STAFF, input: z.object({}), output: z.object({ state: z.string() }) };
const looks = read('tests/looks', shape);
const records = record('tests/records', shape);
const refuses = record('tests/refuses', shape);

/** PostgreSQL's word for what no READ ONLY transaction may do. */
const READ_ONLY = '25006';

let server: TestServer;
let school: string;
let bursar: Person;

/** Writes where it was only to look, by a statement that no type can see through. */
async function writeInRead(call: ReadCall): Promise<{ state: string }> {
  const written = call.read((tx) =>
    tx.row(`INSERT INTO classes (school_id, id, name) VALUES ($1, gen_random_uuid(), 'Written')`, [tx.schoolId]),
  );
  return written.then(
    () => ({ state: 'written' }),
    (error: unknown) => ({ state: sqlState(error) ?? 'none' }),
  );
}

async function writeAndRefuse(call: Call): Promise<{ state: string }> {
  await call.autonomous((tx) => addClass(tx, 'Autonomous'));
  return call.record(async (tx) => {
    await addClass(tx, 'Recorded');
    throw new Refusal('class.in-use', 'It is refused.');
  });
}

beforeAll(async () => {
  server = await openTestServer();
  server.registry.register(looks, writeInRead);
  server.registry.register(records, writeInRead);
  server.registry.register(refuses, writeAndRefuse);
  school = await server.aSchool();
  bursar = await server.aPerson('SchoolAdmin', school);
});
afterAll(() => server.close());

const classes = async () =>
  (await server.context.db.readSchool(school, listClassNames)).map(({ name }) => name).toSorted();

it('call.read is a READ ONLY transaction, in read calls and in recording calls', async () => {
  for (const endpoint of [looks, records]) {
    expect((await bursar.ask(endpoint)).body, endpoint.path).toEqual({ state: READ_ONLY });
  }
  expect(await classes()).not.toContain('Written');
});

it('call.autonomous commits although the call is refused, and call.record rolls back', async () => {
  expect((await bursar.ask(refuses)).problem).toBe('class.in-use');
  expect(await classes()).toContain('Autonomous');
  expect(await classes()).not.toContain('Recorded');
});

it('the types give a read call no way to write', () => {
  const looking = (call: ReadCall) => [
    // @ts-expect-error: a transaction that reads is none for what writes.
    () => call.read((tx) => addClass(tx, 'North')),
    // @ts-expect-error: a call that looks has nothing to record with.
    () => call.record(listClassNames),
    // @ts-expect-error: nor an autonomous transaction.
    () => call.autonomous(listClassNames),
  ];
  expect(looking).toHaveLength(1);
  // @ts-expect-error: a handler that records is none for a call that looks.
  const register = () => server.registry.register(looks, writeAndRefuse);
  expect(register).toBeTypeOf('function');
});
