import { createStudent, updateStudent } from '@mfuko/contract/students';
import { type BalanceRow, deposit, getBalances, type Moved, reverse, TREND_DAYS } from '@mfuko/contract/wallet';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';

let server: TestServer;
let school: string;
let classSYSID: string;
let bursar: Person;
let head: Person;
let owner: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  classSYSID = await server.aClass(school);
  [bursar, head] = await Promise.all([server.aPerson('SchoolAdmin', school), server.aPerson('SchoolAdmin', school)]);
});

/** Creates a student with deposits, each dated that many days ago, oldest first. */
async function aStudent(...deposits: readonly (readonly [amount: number, daysAgo: number])[]): Promise<string> {
  const admissionNumber = String(80_000 + aNumber());
  const made = await bursar.ask(createStudent, { admissionNumber, names: 'Amina Juma', classSYSID });
  expect(made.status).toBe(200);
  for (const [amount, daysAgo] of deposits) {
    const paid = await bursar.ask<Moved>(deposit, { admissionNumber, amount });
    await age(paid.body.receipt.sysid, daysAgo);
  }
  return admissionNumber;
}

/** Dates an entry back, since the tables are append-only and a test cannot wait for weeks. */
async function age(entryId: string, days: number): Promise<void> {
  await owner.query(`BEGIN; SET LOCAL app.school_id = '${school}'`);
  for (const [table, key] of [
    ['journal_entries', 'id'],
    ['postings', 'entry_id'],
  ]) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
    await owner.query(`UPDATE ${table} SET at = at - make_interval(days => $1) WHERE ${key} = $2`, [days, entryId]);
    await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER append_only`);
  }
  await owner.query('COMMIT');
}

const list = async (query: object, by = bursar) => (await by.ask<BalanceRow[]>(getBalances, query)).body;
const numbers = async (query: object) => (await list(query)).map(({ admissionNumber }) => admissionNumber);

describe('getBalances', () => {
  it('lists only wallets with a balance below the given amount', async () => {
    const empty = await aStudent();
    const low = await aStudent([99.99, 0]);
    await aStudent([100, 0]);
    expect(await numbers({ below: 100 })).toEqual([empty, low]);
    expect(await numbers({ below: '99.99' })).toEqual([empty]);
    expect((await bursar.ask(getBalances, { below: 0 })).status).toBe(400);
  });

  it('sums the balances of all rows that match the filter and the search, whatever the page', async () => {
    const [first, second] = [await aStudent([99.99, 0]), await aStudent([1_500, 0])];
    await aStudent();
    const summed = async (query: object) => {
      const { headers } = await bursar.ask(getBalances, query);
      return [headers['x-total-count'], headers['x-total-amount']];
    };
    expect(await summed({})).toEqual(['3', '1599.99']);
    expect(await summed({ page: 2, pageSize: 1 })).toEqual(['3', '1599.99']);
    expect(await summed({ below: 100 })).toEqual(['2', '99.99']);
    expect(await summed({ search: second, page: 1, pageSize: 10 })).toEqual(['1', '1500.00']);
    expect(await summed({ search: `${first}x`, page: 1, pageSize: 10 })).toEqual(['0', '0.00']);
  });

  it('lists only wallets without a deposit for the given number of days (quietDays)', async () => {
    const never = await aStudent();
    const long = await aStudent([50, 15]);
    const lately = await aStudent([50, 40], [50, 3]);
    expect(await numbers({ quietDays: 14 })).toEqual([never, long]);
    expect(await numbers({ quietDays: 3 })).toEqual([never, long, lately]);
    expect(await numbers({ quietDays: 14, below: 10 })).toEqual([never]);
    for (const quietDays of [0, 367, 'x']) expect((await bursar.ask(getBalances, { quietDays })).status).toBe(400);
  });

  it('ignores a reversed deposit for quietDays and for the date of the last deposit', async () => {
    const number = await aStudent([50, 20]);
    const paid = await bursar.ask<Moved>(deposit, { admissionNumber: number, amount: 70 });
    expect(await numbers({ quietDays: 14 })).toEqual([]);
    await head.ask(reverse, { sysid: paid.body.receipt.sysid, reason: 'Another child' });
    expect(await numbers({ quietDays: 14 })).toEqual([number]);
    const [row] = await list({});
    expect(Date.now() - Date.parse(row?.lastIn ?? '')).toBeGreaterThan(19 * 86_400_000);
  });

  it("returns each wallet's daily balance trend and the date of its last deposit", async () => {
    await aStudent();
    const number = await aStudent([30, 60], [20, 10], [5, 0]);
    const [without, row] = await list({ page: 1 });
    expect([without?.trend, without?.lastIn]).toEqual([new Array(TREND_DAYS).fill(0), null]);
    expect(row?.trend).toEqual([...new Array(TREND_DAYS - 11).fill(30), ...new Array(10).fill(50), 55]);
    expect(row).toMatchObject({ admissionNumber: number, status: 'active', balance: 55 });
    expect(Date.now() - Date.parse(row?.lastIn ?? '')).toBeLessThan(86_400_000);
  });

  it('lists one class of one school only, and students who left only while their balance is above zero', async () => {
    const number = await aStudent([40, 0]);
    const [{ sysid } = { sysid: '' }] = await list({});
    await bursar.ask(updateStudent, { sysid, status: 'left' });
    expect(await list({ classSYSID })).toMatchObject([{ admissionNumber: number, status: 'left' }]);
    const [gone] = await list({ search: await aStudent() });
    await bursar.ask(updateStudent, { sysid: gone?.sysid, status: 'left' });
    // A student who has left with an empty wallet is no longer listed.
    expect(await numbers({})).toEqual([number]);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect(await list({}, stranger)).toEqual([]);
    expect(await list({ classSYSID: await server.aClass(school) })).toEqual([]);
  });
});
