import * as contract from '@mfuko/contract/platform';
import { deleteSchool, getSchools, schoolConfig, updateSchool } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import { cashOutPin, deposit } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { newId } from '../../platform/records/id.ts';

const PIN = '482916';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

const figures = async () => (await admin.ask<contract.PlatformFigures>(contract.platformFigures)).body;
const rows = async (query: object = {}) =>
  (await admin.ask<contract.PlatformSchool[]>(contract.platformSchools, query)).body;
const inSchool = (school: string, statement: string, values: unknown[] = []) =>
  server.context.db.inSchool(school, (tx) => tx.rows(statement, [school, ...values]));

async function aSchoolWithMoney(deposited: number) {
  const school = await server.aSchool();
  const bursar = await server.aPerson('SchoolAdmin', school);
  const admissionNumber = String(7000 + aNumber());
  const classSYSID = await server.aClass(school);
  await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
  await bursar.ask(deposit, { admissionNumber, amount: deposited });
  return { school, bursar, admissionNumber };
}

/** Inserts journal entries dated that many days ago. */
async function entriesOf(school: string, daysAgo: number, count: number): Promise<void> {
  await inSchool(
    school,
    `WITH made AS (
       INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, at)
       SELECT $1, gen_random_uuid(), 'collection', (SELECT id FROM students WHERE school_id = $1 LIMIT 1), 100, 0,
              date_trunc('day', now(), 'Africa/Nairobi') + interval '12 hours' - make_interval(days => $2)
       FROM generate_series(1, $3) RETURNING id, at
     )
     INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
     SELECT $1, id, leg, school_account($1, CASE leg WHEN 1 THEN 'm-pesa' ELSE 'cash-desk' END), 3 - 2 * leg, at
     FROM made, generate_series(1, 2) AS leg`,
    [daysAgo, count],
  );
}

const close = (school: string) => inSchool(school, 'SELECT close_school_days($1)');

describe('platform figures', () => {
  it('add up the schools, and each figure matches its list', async () => {
    const before = await figures();
    const one = await aSchoolWithMoney(500);
    const two = await aSchoolWithMoney(250);
    await one.bursar.ask(cashOutPin, { admissionNumber: one.admissionNumber, pin: PIN, amount: 120 });
    await admin.ask(schoolConfig, {
      schoolSYSID: one.school,
      contactName: 'Achieng',
      contactNumber: '254711223344',
      contactEmail: 'bursar@example.com',
      shortCode: '512345',
      lnmShortCode: '512345',
      initiator: 'api',
      apiUser: 'portal',
    });
    await admin.ask(updateSchool, { sysid: two.school, status: 'suspended' });
    expect(await figures()).toEqual({
      ...before,
      schools: before.schools + 2,
      suspendedSchools: before.suspendedSchools + 1,
      schoolsWithoutConfig: before.schoolsWithoutConfig + 1,
      students: before.students + 2,
      movementsToday: before.movementsToday + 3,
      movements30Days: before.movements30Days + 3,
      moneyHeld: before.moneyHeld + 630,
    });
    const now = await figures();
    const all = await rows();
    const sum = (field: 'students' | 'movementsToday' | 'movements30Days' | 'moneyHeld') =>
      all.reduce((total, row) => total + row[field], 0);
    expect(all).toHaveLength(now.schools);
    for (const field of ['students', 'movementsToday', 'movements30Days', 'moneyHeld'] as const)
      expect([field, sum(field)]).toEqual([field, now[field]]);
    expect(await rows({ hasConfig: false })).toHaveLength(now.schoolsWithoutConfig);
    expect(await rows({ status: 'suspended' })).toHaveLength(now.suspendedSchools);
    const unset = await admin.ask<unknown[]>(getSchools, { hasConfig: false });
    expect(unset.body).toHaveLength(now.schoolsWithoutConfig);
    expect((await rows({ sort: '-movementsToday', page: 1, pageSize: 1 }))[0]).toMatchObject({
      sysid: one.school,
      students: 1,
      movementsToday: 2,
      moneyHeld: 380,
      hasConfig: true,
      status: 'active',
    });
  });

  it('leave out deleted schools', async () => {
    const school = await server.aSchool();
    const before = await figures();
    await admin.ask(deleteSchool, { sysid: school });
    expect((await figures()).schools).toBe(before.schools - 1);
    expect((await rows()).some(({ sysid }) => sysid === school)).toBe(false);
  });

  it('count 30 days alike before and after days are closed', async () => {
    const { school } = await aSchoolWithMoney(100);
    for (const [daysAgo, count] of [
      [40, 1],
      [30, 2],
      [29, 4],
      // Use days before yesterday, which is not closed in the first ten minutes of a day.
      [3, 8],
      [2, 16],
    ] as const)
      await entriesOf(school, daysAgo, count);
    const own = async () => {
      const row = (await rows()).find(({ sysid }) => sysid === school);
      return [row?.movementsToday, row?.movements30Days];
    };
    expect(await own()).toEqual([1, 29]);
    await close(school);
    await close(school);
    expect(await own()).toEqual([1, 29]);
    const closed = await inSchool(
      school,
      `SELECT count(*)::int >= 29 AS all_days, sum(movements)::int AS movements FROM school_days WHERE school_id = $1`,
    );
    expect(closed).toEqual([{ all_days: true, movements: 30 }]);
    // Closed days are not counted again, so entries added to one do not show.
    await entriesOf(school, 3, 5);
    expect(await own()).toEqual([1, 29]);
  });

  it("entries_of_schools reads each school under row-level security and restores the transaction's school", async () => {
    const { school } = await aSchoolWithMoney(100);
    const seen = await server.context.db.inPlatform(async (tx) => {
      await tx.rows('SELECT * FROM entries_of_schools()');
      return tx.rows('SELECT id FROM journal_entries');
    });
    expect(seen).toEqual([]);
    const inside = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ school_id: string }>('SELECT school_id FROM entries_of_schools()'),
    );
    expect(inside.map(({ school_id }) => school_id)).toEqual([school]);
  });
});

describe('failedMessages', () => {
  const list = async (query: object = {}) => admin.ask<contract.FailedMessage[]>(contract.failedMessages, query);

  async function aMessage(more: { life?: number; failure?: string | null; kind?: string; daysAgo?: number }) {
    const { life = 300, failure = 'expired', kind = 'sign-in-code', daysAgo = 0 } = more;
    await server.context.db.inPlatform((tx) =>
      tx.row(
        `INSERT INTO sms_messages (id, kind, to_masked, created_at, expires_at, failed_at, failure)
         SELECT $1, $2, '2547…678', at, at + make_interval(secs => $3), CASE WHEN $4::text IS NOT NULL THEN at END, $4
         FROM (SELECT now() - make_interval(days => $5) AS at) AS moment`,
        [newId(), kind, life, failure, daysAgo],
      ),
    );
  }

  it('lists failures with reason and masked number and counts those of 30 days', async () => {
    const before = (await figures()).failedMessages;
    await aMessage({ failure: 'the gateway refused with 403', kind: 'receipt' });
    await aMessage({ daysAgo: 40 });
    await aMessage({ failure: null });
    expect((await figures()).failedMessages).toBe(before + 1);
    const answer = await list({ days: '30' });
    expect(answer.body).toHaveLength(before + 1);
    expect(answer.body[0]).toEqual({
      sysid: expect.any(String),
      date: expect.any(String),
      kind: 'receipt',
      mobileNumber: '2547…678',
      reason: 'the gateway refused with 403',
    });
    expect((await list()).body).toHaveLength(before + 2);
    expect((await list({ search: '403' })).body).toHaveLength(1);
  });

  it('leaves out messages to unknown numbers that were never to be sent', async () => {
    const before = (await list()).body.length;
    await aMessage({ life: 0 });
    expect((await list()).body).toHaveLength(before);
  });
});
