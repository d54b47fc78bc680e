import { getStudents } from '@mfuko/contract/students';
import { getBalances } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

/** Rows an hour that let a small school's list be read several times. */
const ROWS_AN_HOUR = 10_000;
const STUDENTS = 1_000;

let server: TestServer;
let school: string;
let now: number;

beforeAll(async () => {
  server = await openTestServer({ LIST_ROWS_AN_HOUR: String(ROWS_AN_HOUR) });
  now = Date.now();
  Object.assign(server.context, { clock: { now: () => now } });
  school = await server.aSchool();
  const classId = await server.aClass(school);
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO students (school_id, id, admission_number, names, class_id)
       SELECT $1, gen_random_uuid(), '7' || n, 'Wanjiku Kamau', $2 FROM generate_series(1, $3::int) n`,
      [school, classId, STUDENTS],
    ),
  );
});
afterAll(() => server.close());

const whole = (by: Person) => by.ask<unknown[]>(getStudents, { pageSize: 10_000 }, { school });

it('a reader may read the whole list ten times, then waits, and others do not', async () => {
  const bursar = await server.aPerson('SchoolAdmin', school);
  for (let times = 0; times < 10; times += 1) expect((await whole(bursar)).body).toHaveLength(STUDENTS);
  const held = await whole(bursar);
  expect([held.status, held.problem]).toEqual([429, 'server.too-many-requests']);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  // Paging reads the same list, and the balances count as the same list too.
  expect((await bursar.ask(getStudents, { page: 1, pageSize: 10 })).status).toBe(429);
  expect((await bursar.ask(getBalances, { page: 1, pageSize: 10 })).status).toBe(429);
  expect((await whole(await server.aPerson('SchoolAdmin', school))).status).toBe(200);
  now += 3_600_000;
  expect((await whole(bursar)).status).toBe(200);
});

it('concurrent reads count one by one', async () => {
  const bursar = await server.aPerson('SchoolAdmin', school);
  const answers = await Promise.all(Array.from({ length: 20 }, () => whole(bursar)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

it('a page can be read a hundred times', async () => {
  const bursar = await server.aPerson('SchoolAdmin', school);
  for (let times = 0; times < 100; times += 1)
    expect((await bursar.ask(getStudents, { page: 1, pageSize: 50 })).status).toBe(200);
});
