import { type Unusual, type UnusualCashOuts, unusualCashOuts } from '@mfuko/contract/unusual';
import { cashOutPin, deposit, reverse } from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { changedPin, type Ordinary, ordinarySchool, PIN, paidOut } from './unusual.testkit.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
});
afterAll(() => server.close());

const anOrdinarySchool = () => ordinarySchool(server, admin);
const paid = (...rest: Rest<typeof paidOut>) => paidOut(server, ...rest);
const changed = (...rest: Rest<typeof changedPin>) => changedPin(server, ...rest);
type Rest<F> = F extends (server: TestServer, ...rest: infer R) => unknown ? R : never;

const unusual = async ({ head }: Ordinary, days = 14): Promise<readonly Unusual[]> =>
  (await head.ask<UnusualCashOuts>(unusualCashOuts, { days })).body.rows;

describe('unusualCashOuts', () => {
  it('ordinary large, frequent or post-PIN-change cash-outs are not unusual', async () => {
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
        // Parts that add up to just under the limit count too.
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

  it.each(KINDS)('finds %s and nothing else', async (kind, told, seed) => {
    const school = await anOrdinarySchool();
    await seed(school);
    const rows = await unusual(school);
    expect(rows).toMatchObject([{ kind, ...told }]);
    if (kind !== 'student-often') expect(rows[0]?.by).toBe('Wanjiru Otieno');
    // Days before the requested ones are not searched, and another school has no findings.
    if (kind === 'student-day') expect(await unusual(school, 3)).toEqual([]);
    expect(await unusual(await anotherSchool())).toEqual([]);
  });

  it('finds most of a wallet paid after a PIN change, unless reversed', async () => {
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
