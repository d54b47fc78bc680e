import * as gate from '@mfuko/contract/gate';
import type { CheckRow } from '@mfuko/contract/reports';
import * as contract from '@mfuko/contract/reports';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool('Nyota');
  head = await server.aPerson('SchoolAdmin', school);
  const classSYSID = await server.aClass(school, 'Grade 5');
  await inSchool(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'cash-out', 150)`);
  for (const admissionNumber of ['1', '2', '3']) {
    await head.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
    await head.ask(wallet.deposit, { admissionNumber, amount: 100 });
  }
});
afterAll(() => server.close());

async function inSchool(text: string, values: unknown[] = []): Promise<void> {
  await server.context.db.inSchool(school, (tx) => tx.row(text, [school, ...values]));
}

async function dashboard() {
  const answer = await head.ask<Record<string, unknown> & { recentCheckInCheckOut: CheckRow[] }>(contract.dashboard);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Books an income of a school's account from a wallet, as the canteen and the fees do, that many days ago. */
async function earn(kind: 'canteen-income' | 'platform-fees', daysAgo: number, cents: number): Promise<void> {
  await inSchool(
    `WITH student AS (SELECT id, (SELECT newest_position + 1 FROM accounts a WHERE a.school_id = $1 AND a.id = s.id) AS place,
                           (SELECT balance FROM accounts a WHERE a.school_id = $1 AND a.id = s.id) AS held
                    FROM students s WHERE school_id = $1 AND admission_number = '3'),
          income AS (INSERT INTO accounts (school_id, id, kind) VALUES ($1, gen_random_uuid(), $4)
                     ON CONFLICT (school_id, kind) WHERE student_id IS NULL AND user_id IS NULL DO UPDATE SET balance = NULL RETURNING id),
          movement AS (INSERT INTO journal_entries (school_id, id, kind, student_id, amount, fee)
                       SELECT $1, gen_random_uuid(), 'canteen', id, $3, 0 FROM student RETURNING id),
          paid AS (UPDATE accounts a SET balance = a.balance - $3, newest_position = place FROM student
                   WHERE a.school_id = $1 AND a.id = student.id),
          legs AS (INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at, position, balance_after)
                   SELECT $1, movement.id, 1, student.id, -$3::bigint, now() - make_interval(days => $2), place, held - $3 FROM movement, student)
     INSERT INTO postings (school_id, entry_id, leg, account_id, amount, at)
     SELECT $1, movement.id, 2, income.id, $3, now() - make_interval(days => $2) FROM movement, income`,
    [daysAgo, cents, kind],
  );
}

describe('dashboard', () => {
  it('shows students, balances, income and latest passages', async () => {
    await head.ask(wallet.cashOutPin, { admissionNumber: '1', amount: 40, pin: PIN });
    await head.ask(gate.checkInPin, { admissionNumber: '1', pin: PIN });
    await head.ask(gate.checkInPin, { admissionNumber: '2', pin: PIN });
    await head.ask(gate.checkOutPin, { admissionNumber: '1', pin: PIN });
    await earn('canteen-income', 1, 2000);
    await earn('canteen-income', 8, 1000);
    const seen = await dashboard();
    expect(seen).toMatchObject({
      schoolName: 'Nyota Academy',
      noOfStudents: 3,
      studentBalance: 300 - 41.5 - 30,
      canteenIncome: 20,
      platformFees: 1.5,
      noOfCheckIns: 2,
      noOfCheckOuts: 1,
      recentSMS: [],
    });
    expect(seen.recentCheckInCheckOut.map((row) => [row.admissionNumber, row.checkTypeSYSID])).toEqual([
      ['1', 2],
      ['2', 1],
      ['1', 1],
    ]);
    expect(seen.recentCheckInCheckOut[0]).toMatchObject({
      studentName: 'Amina Juma',
      class: 'Grade 5',
      checkedBy: 'Wanjiru Otieno',
    });
  });

  it('is empty in a new school and refused to agents', async () => {
    const other = await server.aSchool();
    const answer = await (await server.aPerson('SchoolAdmin', other)).ask(contract.dashboard);
    expect(answer.body).toMatchObject({
      noOfStudents: 0,
      studentBalance: 0,
      canteenIncome: 0,
      noOfCheckIns: 0,
      recentCheckInCheckOut: [],
    });
    const agent = await server.aPerson('CheckAgent', school, ['gate', 'canteen', 'bus']);
    expect((await agent.ask(contract.dashboard)).problem).toBe('session.role');
  });

  it('leaves out what is older than its windows', async () => {
    const before = await dashboard();
    await inSchool(
      `INSERT INTO gate_events (school_id, id, student_id, kind, method, at, recorded_by)
       SELECT $1, gen_random_uuid(), id, 'in', 'pin', now() - make_interval(days => d), gen_random_uuid()
       FROM students, (VALUES (29), (31)) AS ago (d) WHERE school_id = $1 AND admission_number = '3'`,
    );
    for (const days of [6, 8]) await earn('canteen-income', days, 300);
    for (const days of [29, 31]) await earn('platform-fees', days, 500);
    expect(await dashboard()).toMatchObject({
      noOfCheckIns: Number(before.noOfCheckIns) + 1,
      canteenIncome: Number(before.canteenIncome) + 3,
      platformFees: Number(before.platformFees) + 5,
    });
  });
});

describe('getChecks', () => {
  it('pages, filters and counts', async () => {
    const all = await head.ask<CheckRow[]>(contract.getChecks);
    expect(all.headers['x-total-count']).toBe(String(all.body.length));
    const outs = await head.ask<CheckRow[]>(contract.getChecks, { checkTypeSYSID: '2' });
    expect(outs.body.map((row) => row.admissionNumber)).toEqual(['1']);
    const own = await head.ask<CheckRow[]>(contract.getChecks, { admissionNumber: '3' });
    expect([own.body.length, new Set(own.body.map((row) => row.admissionNumber))]).toEqual([
      all.body.filter((row) => row.admissionNumber === '3').length,
      new Set(['3']),
    ]);
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    expect((await head.ask<CheckRow[]>(contract.getChecks, { from: weekAgo })).body).toHaveLength(3);
    expect((await head.ask<CheckRow[]>(contract.getChecks, { to: weekAgo })).body).toHaveLength(2);
    const second = await head.ask<CheckRow[]>(contract.getChecks, { page: 2, pageSize: 2 });
    expect(second.body).toEqual(all.body.slice(2, 4));
  });

  it('sorts admission numbers numerically', async () => {
    const classSYSID = await server.aClass(school);
    await head.ask(students.createStudent, { admissionNumber: '10', names: 'Juma Ali', classSYSID, checkPin: PIN });
    await head.ask(gate.checkInPin, { admissionNumber: '10', pin: PIN });
    const { body } = await head.ask<CheckRow[]>(contract.getChecks, { sort: 'admissionNumber' });
    expect([...new Set(body.map((row) => row.admissionNumber))]).toEqual(['1', '2', '3', '10']);
  });
});
