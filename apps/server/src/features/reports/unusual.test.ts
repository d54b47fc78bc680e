import { setLimits } from '@mfuko/contract/limits';
import { createStudent } from '@mfuko/contract/students';
import { type Unusual, type UnusualCashOuts, unusualCashOuts } from '@mfuko/contract/unusual';
import { cashOutPin, deposit, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { liveAtNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';
const STUDENTS = 8;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

interface Ordinary {
  readonly school: string;
  readonly head: Person;
  readonly cashiers: readonly [Person, Person];
  readonly students: readonly string[];
}

/** A school with ten days behind it on which nothing unusual was: two cashiers, and pocket money at noon. */
async function anOrdinarySchool(): Promise<Ordinary> {
  const school = await server.aSchool();
  await liveAtNoon(server.ownerUrl, school);
  const head = await server.aPerson('SchoolAdmin', school);
  const cashiers = [
    await server.aPerson('SchoolAdmin', school),
    await server.aPerson('CheckAgent', school, ['cashier']),
  ] as const;
  const classSYSID = await server.aClass(school);
  const students: string[] = [];
  for (let number = 1; number <= STUDENTS; number += 1) {
    const student = { admissionNumber: String(number), names: 'Imani Were', classSYSID, checkPin: PIN };
    students.push((await head.ask<{ sysid: string }>(createStudent, student)).body.sysid);
  }
  const limits = { scope: 'school', sysid: school, approvalAbove: 1000 };
  expect((await admin.ask(setLimits, limits, { school })).status).toBe(200);
  const ordinary = { school, head, cashiers, students };
  for (let day = 1; day <= 10; day += 1)
    for (const [place, cashier] of cashiers.entries()) {
      // Each cashier pays out to three students a day; now and then one takes much, or comes three times.
      await paid(ordinary, cashier, place + (day % 3), day, 150);
      await paid(ordinary, cashier, place + 3, day, day === 4 ? 950 : 300);
      await paid(ordinary, cashier, place + 5, day, 100, day === 6 ? 2 : 1);
    }
  return ordinary;
}

/** Cash-outs of so many days ago, noon and so many hours, as if the days had passed. */
async function paid(
  { school, students }: Ordinary,
  by: Person,
  student: number,
  daysAgo: number,
  kes: number,
  count = 1,
  hours = 0,
): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `WITH made AS (
         INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee, method, by_user, at)
         SELECT $1, gen_random_uuid(), 'cash-out', $2, $3, 0, 'pin', $4,
                ((now() AT TIME ZONE time_zone)::date - $5::int + interval '12 hours' + make_interval(hours => $6)) AT TIME ZONE time_zone
         FROM schools, generate_series(1, $7) WHERE id = $1 RETURNING id, at
       )
       INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
       SELECT $1, id, leg, school_account($1, CASE leg WHEN 1 THEN 'm-pesa' ELSE 'cash-desk' END), 3 - 2 * leg, at
       FROM made, generate_series(1, 2) AS leg`,
      [school, students[student % STUDENTS], kes * 100, by.userId, daysAgo, hours, count],
    ),
  );
}

/** The PIN of a student was changed so many hours ago. */
async function changed({ school, students }: Ordinary, by: Person, student: number, hoursAgo: number): Promise<void> {
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO money_holds (school_id, student_id, means, by_user, since)
       VALUES ($1, $2, 'pin', $3, clock_timestamp() - make_interval(hours => $4))`,
      [school, students[student], by.userId, hoursAgo],
    ),
  );
}

const unusual = async ({ head }: Ordinary, days = 14): Promise<readonly Unusual[]> =>
  (await head.ask<UnusualCashOuts>(unusualCashOuts, { days })).body.rows;

describe('cash-outs', () => {
  it('of ordinary days are not unusual: large ones, many at once, and after a PIN that the office has changed', async () => {
    const school = await anOrdinarySchool();
    const [cashier] = school.cashiers;
    await changed(school, school.head, 1, 30);
    await school.head.ask(deposit, { admissionNumber: '2', amount: 3000 });
    expect((await cashier.ask(cashOutPin, { admissionNumber: '2', pin: PIN, amount: 600 })).status).toBe(200);
    expect(await unusual(school)).toEqual([]);
  });

  const KINDS: readonly [Unusual['kind'], Partial<Unusual>, (school: Ordinary) => Promise<unknown>][] = [
    [
      'under-limit',
      { times: 5, amount: 4850, limit: 1000, admissionNumber: null },
      async (school) => {
        for (const day of [1, 2, 3]) await paid(school, school.cashiers[1], 7, day, 1000);
        // In parts, too.
        await paid(school, school.cashiers[1], 7, 5, 450, 2);
      },
    ],
    [
      'many',
      { times: 12, usual: 3 },
      async (school) => {
        for (let student = 0; student < 3; student += 1) await paid(school, school.cashiers[1], student, 0, 20, 3);
        for (let student = 3; student < 6; student += 1) await paid(school, school.cashiers[1], student, 0, 20);
      },
    ],
    ['night', { times: 1, amount: 20 }, (school) => paid(school, school.cashiers[1], 0, 2, 20, 1, 9)],
    [
      'changed',
      { admissionNumber: '8', amount: 80 },
      async (school) => {
        await changed(school, school.cashiers[1], 7, 48);
        await paid(school, school.cashiers[1], 7, 0, 80);
      },
    ],
    ['student-day', { admissionNumber: '8', times: 4 }, (school) => paid(school, school.cashiers[1], 7, 3, 20, 4)],
    [
      'student-often',
      { admissionNumber: '8', times: 39 },
      async (school) => {
        for (let day = 0; day <= 12; day += 1)
          await paid(school, school.cashiers[day % 2] ?? school.head, 7, day, 30, 3);
      },
    ],
  ];

  it.each(KINDS)('are unusual, and for that reason alone: %s', async (kind, told, seed) => {
    const school = await anOrdinarySchool();
    await seed(school);
    const rows = await unusual(school);
    expect(rows).toMatchObject([{ kind, ...told }]);
    if (kind !== 'student-often') expect(rows[0]?.by).toBe('Wanjiru Otieno');
    // Days before the ones that are asked for are not looked at, and nothing is told in another school.
    if (kind === 'student-day') expect(await unusual(school, 3)).toEqual([]);
    expect(await unusual(await anotherSchool())).toEqual([]);
  });

  it('that take most of a wallet right after a change are unusual, whoever made it; what was taken back is not', async () => {
    const school = await anOrdinarySchool();
    const [cashier] = school.cashiers;
    await changed(school, school.head, 0, 30);
    await school.head.ask(deposit, { admissionNumber: '1', amount: 1000 });
    const made = await cashier.ask<{ receipt: { sysid: string } }>(cashOutPin, {
      admissionNumber: '1',
      pin: PIN,
      amount: 900,
    });
    expect(await unusual(school)).toMatchObject([{ kind: 'changed', admissionNumber: '1', by: 'Wanjiru Otieno' }]);
    const back = await school.head.ask(reverse, { sysid: made.body.receipt.sysid, reason: 'Wrong student' });
    expect(back.status).toBe(200);
    expect(await unusual(school)).toEqual([]);
  });
});

async function anotherSchool(): Promise<Ordinary> {
  const school = await server.aSchool();
  const head = await server.aPerson('SchoolAdmin', school);
  return { school, head, cashiers: [head, head], students: [] };
}
