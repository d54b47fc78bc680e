import { createBus } from '@mfuko/contract/bus';
import { createMenu } from '@mfuko/contract/canteen';
import { checkInPin } from '@mfuko/contract/gate';
import * as contract from '@mfuko/contract/reenrolment';
import { createStudent, deleteStudent, updateStudent } from '@mfuko/contract/students';
import { type Todo, todo } from '@mfuko/contract/today';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

let server: TestServer;
let owner: pg.Client;
let school: string;
let classSYSID: string;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client(server.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
});

const sql = async (statement: string, values: unknown[] = []) => {
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  await owner.query(statement, [school, ...values]);
};

/** Returns a month of birth that is that many years, and some months, ago. */
function bornBefore(years: number, months = 2): string {
  const day = new Date();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - years * 12 - months);
  return day.toISOString().slice(0, 7);
}

/** Creates a student with a finger that was enrolled that many days ago; null for none. */
async function aChild(enrolledDays: number | null, birthMonth = ''): Promise<string> {
  const admissionNumber = String(9000 + aNumber());
  const input = { admissionNumber, names: `Juma ${admissionNumber}`, classSYSID, checkPin: '274951', birthMonth };
  const { body } = await head.ask<{ sysid: string }>(createStudent, input);
  if (enrolledDays !== null) await enrolled(body.sysid, enrolledDays);
  return body.sysid;
}

const enrolled = (studentId: string, daysAgo: number) =>
  sql(
    `INSERT INTO fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, enrolled_by, enrolled_at)
     VALUES ($1, $2, $3, 'right-index', '', 1, 80, $2, now() - make_interval(days => $4))`,
    [newId(), studentId, daysAgo],
  );
const event = (studentId: string, action: string, daysAgo: number, times = 1) =>
  sql(
    `INSERT INTO audit_events (school_id, id, at, action, subject_kind, subject_id, request_id)
     SELECT $1, gen_random_uuid(), now() - make_interval(days => $4), $3, 'student', $2, 'test' FROM generate_series(1, $5)`,
    [studentId, action, daysAgo, times],
  );
const missed = (studentId: string, times: number, daysAgo = 1) =>
  event(studentId, 'fingerprint.no-match', daysAgo, times);
/** Inserts passages at the gate by a finger. */
const passed = (studentId: string, times: number, daysAgo = 0) =>
  sql(
    `INSERT INTO gate_events SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'method', 'fingerprint', 'client_key', null,
       'at', now() - make_interval(days => $4)))).*
     FROM gate_events e, generate_series(1, $3) WHERE e.school_id = $1 AND e.student_id = $2 AND e.method = 'pin'`,
    [studentId, times, daysAgo],
  );

const listed = async (filter: object = {}) =>
  (await head.ask<contract.ReenrolmentRow[]>(contract.reenrolment, filter)).body;
const reasonsOf = async (studentId: string) => (await listed()).find(({ sysid }) => sysid === studentId)?.reasons ?? [];

describe('reenrolment list', () => {
  it('lists students under ten a year after their last enrolment', async () => {
    const [young, ten, unknown] = [
      await aChild(370, bornBefore(9)),
      await aChild(370, bornBefore(10)),
      await aChild(370),
    ];
    const [lately, none] = [await aChild(360, bornBefore(9)), await aChild(null, bornBefore(9))];
    expect(await listed()).toMatchObject([{ sysid: young, age: 9, reasons: ['yearly'] }]);
    for (const other of [ten, unknown, lately, none]) expect(await reasonsOf(other)).toEqual([]);
    await enrolled(young, 0);
    expect(await listed()).toEqual([]);
  });

  it('lists fingers refused in a fifth of their tries within eight weeks', async () => {
    const [often, seldom, few] = [await aChild(100), await aChild(100), await aChild(100)];
    for (const [child, passages] of [
      [often, 20],
      [seldom, 21],
    ] as const) {
      const number = (await listedNumber(child)) ?? '';
      expect((await head.ask(checkInPin, { admissionNumber: number, pin: '274951' })).status).toBe(200);
      await passed(child, passages);
      await missed(child, contract.FAILING_MISSES);
    }
    await missed(few, contract.FAILING_MISSES - 1);
    expect(await listed()).toMatchObject([{ sysid: often, reasons: ['failing'], misses: 5, tries: 25 }]);
    await enrolled(often, 0);
    expect(await listed()).toEqual([]);
  });

  it('counts tries on buses and at meals, by finger and since the latest impression only', async () => {
    const child = await aChild(30);
    const bus = await head.ask<{ sysid: string }>(createBus, { busNumberPlate: 'KDA 711A', label: 'Milimani' });
    const item = await head.ask<{ sysid: string }>(createMenu, { name: 'Githeri', quantityPerPerson: 90, price: 0 });
    const rode = (method: string, times: number, daysAgo = 1) =>
      sql(
        `INSERT INTO bus_events (school_id, id, student_id, bus_id, kind, method, at, recorded_by)
         SELECT $1, gen_random_uuid(), $2, $3, 'on', $4, now() - make_interval(days => $6), $2 FROM generate_series(1, $5)`,
        [child, bus.body.sysid, method, times, daysAgo],
      );
    const ate = (method: string, times: number, daysAgo = 1) =>
      sql(
        `INSERT INTO meals (school_id, id, item_id, item_name, student_id, day, remaining, amount, balance, method, at, by_user)
         SELECT $1, gen_random_uuid(), $3, 'Githeri', $2, now(), 1, 0, 0, $4, now() - make_interval(days => $6), $2
         FROM generate_series(1, $5)`,
        [child, item.body.sysid, method, times, daysAgo],
      );
    await missed(child, 5);
    const number = (await listedNumber(child)) ?? '';
    expect((await head.ask(checkInPin, { admissionNumber: number, pin: '274951' })).status).toBe(200);
    await passed(child, 5, 31);
    await rode('fingerprint', 9);
    await ate('fingerprint', 11);
    for (const did of [rode, ate]) {
      await did('pin', 5);
      await did('fingerprint', 5, 31);
    }
    expect(await listed()).toMatchObject([{ sysid: child, reasons: ['failing'], misses: 5, tries: 25 }]);
    await ate('fingerprint', 1);
    expect(await listed()).toEqual([]);
  });

  it('ignores misses that are older or precede the latest impression', async () => {
    const [old, before] = [await aChild(100), await aChild(10)];
    await missed(old, 9, contract.FAILING_DAYS + 1);
    await missed(before, 9, 11);
    expect(await listed()).toEqual([]);
  });

  it('lists fingers that could not be renewed until they are enrolled again', async () => {
    const child = await aChild(100);
    await event(child, 'fingerprint.not-renewed', 1);
    expect(await reasonsOf(child)).toEqual(['not-renewed']);
    await enrolled(child, 0);
    expect(await listed()).toEqual([]);
  });

  it('is for the own school, counted in the to-do list and filtered by reason', async () => {
    const [child, other] = [await aChild(370, bornBefore(8)), await aChild(100)];
    await missed(other, 9);
    const count = async () => (await head.ask<Todo>(todo)).body.counts.reenrolment;
    expect(await count()).toBe(2);
    expect(await listed({ reason: 'yearly' })).toMatchObject([{ sysid: child }]);
    expect(await listed({ reason: 'failing' })).toMatchObject([{ sysid: other }]);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.reenrolment, {})).body).toEqual([]);
    await head.ask(updateStudent, { sysid: child, status: 'left' });
    expect(await count()).toBe(1);
    await head.ask(deleteStudent, { sysid: other });
    expect(await count()).toBe(0);
  });
});

async function listedNumber(studentId: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ number: string }>(
    'SELECT admission_number AS number FROM students WHERE id = $1',
    [studentId],
  );
  return rows[0]?.number;
}
