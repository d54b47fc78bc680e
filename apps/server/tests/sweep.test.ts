import * as schools from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SWEEP, sweepJobs } from '../src/sweep.ts';
import { openTestServer, type TestServer } from './kit.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('the sweep deletes expired codes, sessions, keys and presences, and keeps valid ones', async () => {
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const { db } = server.context;
  for (const [key, age] of [
    ['old', 31],
    ['young', 29],
  ] as const) {
    await bursar.ask(schools.createClass, { className: key }, { key });
    await db.inSchool(school, (tx) =>
      tx.row('UPDATE idempotency_keys SET created_at = now() - make_interval(days => $2) WHERE key = $1', [key, age]),
    );
    await db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO sign_in_codes (id, purpose, phone_hash, code_hash, created_at) VALUES (gen_random_uuid(), 'sign-in', $1, '\\x01', now() - make_interval(days => $2))`,
        [Buffer.from(key), age === 31 ? 3 : 1],
      ),
    );
  }
  // Unused numbers: a request counts for a day, and then expires.
  for (const hours of [23, 25])
    await db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO sign_in_codes (id, purpose, phone_hash, created_at) VALUES (gen_random_uuid(), 'sign-in', '\\x02', now() - make_interval(hours => $1))`,
        [hours],
      ),
    );
  for (const days of [6, 8])
    await db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO sessions (token_hash, user_id, created_at) VALUES ($1, $2, now() - make_interval(days => $3))`,
        [...[Buffer.from([days]), bursar.userId, days]],
      ),
    );

  // Events come in up to seven days late: for so long it counts whose network was there.
  for (const days of [7, 9])
    await db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO account_presences SELECT $1, t, t FROM (SELECT now() - make_interval(days => $2) AS t) AS past`,
        [bursar.userId, days],
      ),
    );

  const device = crypto.randomUUID();
  await db.inSchool(school, async (tx) => {
    await tx.row(
      `INSERT INTO devices (school_id, id, label, role, serial_number) VALUES ($1, $2, 'Gate', 'CHECKIN', '1')`,
      [...[school, device]],
    );
    for (const days of [7, 9])
      await tx.row(
        `INSERT INTO device_presences SELECT $1, $2, $3, t, t FROM (SELECT now() - make_interval(days => $4) AS t) AS past`,
        [school, device, bursar.userId, days],
      );
  });

  await sweepJobs(server.context)[SWEEP]?.({});

  const keys = await db.inSchool(school, (tx) => tx.rows<{ key: string }>('SELECT key FROM idempotency_keys'));
  expect(keys).toEqual([{ key: 'young' }]);
  /** Ages in hours of the rows of a table, the youngest first. */
  const ages = (table: string, since: string) =>
    db.inPlatform(async (tx) => {
      const found = await tx.rows<{ hours: number }>(
        `SELECT round(extract(epoch FROM now() - ${since}) / 3600)::int AS hours FROM ${table} ORDER BY 1`,
      );
      return found.map(({ hours }) => hours);
    });
  // The code by a known number is a day old, the request by an unknown one nearly.
  expect(await ages('sign_in_codes', 'created_at')).toEqual([23, 24]);
  // The first session is the bursar's own, with which the keys were made.
  expect(await ages('sessions', 'created_at')).toEqual([0, 6 * 24]);
  expect(await ages('account_presences', 'last_at')).toEqual([7 * 24]);
  const heard = await db.inSchool(school, (tx) =>
    tx.rows('SELECT 1 AS one FROM device_presences WHERE school_id = $1', [school]),
  );
  expect(heard).toHaveLength(1);
  const closed = await db.inSchool(school, (tx) =>
    tx.rows('SELECT day FROM school_days WHERE school_id = $1', [school]),
  );
  expect(closed).toHaveLength(30);
});

it("the sweep deletes a student's access log after 400 days", async () => {
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school);
  const made = await bursar.ask<{ sysid: string }>(createStudent, { admissionNumber: '7', names: 'Ben', classSYSID });
  const { db } = server.context;
  for (const days of [399, 402])
    await db.inSchool(school, (tx) =>
      tx.row(
        `INSERT INTO student_access_log (school_id, student_id, user_id, day, names, role)
         VALUES ($1, $2, $3, (now() - make_interval(days => $4))::date, $5, 'SchoolAdmin')`,
        [school, made.body.sysid, bursar.userId, days, `looked ${days} days ago`],
      ),
    );
  await sweepJobs(server.context)[SWEEP]?.({});
  const left = await db.inSchool(school, (tx) =>
    tx.rows<{ names: string }>('SELECT names FROM student_access_log WHERE school_id = $1', [school]),
  );
  expect(left).toEqual([{ names: 'looked 399 days ago' }]);
});

it('the sweep deletes M-Pesa tokens a day after they expire, and keeps claimed ones', async () => {
  const { db } = server.context;
  const hours: [name: string, dies: number | null, claimed: number | null][] = [
    ['over', -25, null],
    ['never given', null, null],
    ['over an hour ago', -1, null],
    ['asked for', null, 1],
    ['asked for again', -25, 1],
  ];
  for (const [name, dies, claimed] of hours)
    await db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO payment_tokens (school_id, credentials, dies_at, claimed_until)
         VALUES ($1, $2, now() + make_interval(hours => $3), now() + make_interval(hours => $4))`,
        [tx.schoolId, Buffer.from(name), dies, claimed],
      ),
    );
  await sweepJobs(server.context)[SWEEP]?.({});
  const left = await db.inPlatform((tx) => tx.rows<{ name: Buffer }>('SELECT credentials AS name FROM payment_tokens'));
  expect(left.map(({ name }) => name.toString()).toSorted()).toEqual([
    'asked for',
    'asked for again',
    'over an hour ago',
  ]);
});
