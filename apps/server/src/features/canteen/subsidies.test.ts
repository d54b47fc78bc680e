import { randomUUID } from 'node:crypto';
import { type Books, books } from '@mfuko/contract/books';
import type { Meal, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as sales from '@mfuko/contract/canteen-sales';
import * as subsidies from '@mfuko/contract/canteen-subsidies';
import { setLimits } from '@mfuko/contract/limits';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { printStatements, type Statements } from '@mfuko/contract/statements';
import { createStudent } from '@mfuko/contract/students';
import { type Todo, todo } from '@mfuko/contract/today';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { verifyBooks } from '../books/index.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let classSYSID: string;
let head: Person;
let cook: Person;
let deputy: Person;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  deputy = await server.aPerson('SchoolAdmin', school);
  classSYSID = await server.aClass(school, 'Grade 4');
});

interface Student {
  sysid: string;
  admissionNumber: string;
}
async function aStudent(amount: number, subsidy?: object): Promise<Student> {
  const admissionNumber = String(4000 + aNumber());
  const input = { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN };
  const { sysid } = (await head.ask<Student>(createStudent, input)).body;
  if (amount > 0) await head.ask(wallet.deposit, { admissionNumber, amount });
  if (subsidy) expect((await set({ sysid, ...subsidy })).status).toBe(200);
  return { sysid, admissionNumber };
}
async function anItem(price: number, quantityPerPerson = 4): Promise<MenuItem> {
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson, price };
  return (await head.ask<MenuItem>(contract.createMenu, item)).body;
}
const propose = (input: object, by = head) => by.ask<subsidies.MealSubsidy>(subsidies.setMealSubsidy, input);
const approve = (sysid: string | undefined, by = deputy) =>
  by.ask<subsidies.MealSubsidy>(subsidies.approveMealSubsidy, { sysid });
const reject = (sysid: string | undefined, by = deputy) =>
  by.ask<subsidies.MealSubsidy>(subsidies.rejectMealSubsidy, { sysid });
/** Sets a subsidy by two persons. */
async function set(input: object, by = head) {
  const proposed = await propose(input, by);
  return proposed.status === 200 ? approve(proposed.body.proposal?.sysid) : proposed;
}
const get = async (sysid: string) => (await head.ask<subsidies.MealSubsidy>(subsidies.getMealSubsidy, { sysid })).body;
const eat = ({ admissionNumber }: Student, { sysid: menuItemSYSID }: MenuItem) =>
  cook.ask<Meal>(contract.consumeMenuPin, { admissionNumber, menuItemSYSID, pin: PIN }, { key: randomUUID() });
const sell = ({ admissionNumber }: Student, lines: readonly (readonly [MenuItem, number])[]) =>
  cook.ask<sales.Sale>(
    sales.sellMenuPin,
    {
      admissionNumber,
      pin: PIN,
      lines: lines.map(([{ sysid }, quantity]) => ({ menuItemSYSID: sysid, quantity })),
    },
    { key: randomUUID() },
  );
const statement = async ({ admissionNumber }: Student) =>
  (await head.ask<wallet.StatementRow[]>(wallet.getStatement, { admissionNumber })).body.map(
    ({ kind, amount, fee, balance }) => ({ kind, amount, fee, balance }),
  );
/** Records that one user created the other's account. */
const tie = (maker: Person, made: Person) =>
  server.context.db.inPlatform((tx) =>
    tx.row(`INSERT INTO account_ties (user_id, by_user, why) VALUES ($1, $2, 'made')`, [made.userId, maker.userId]),
  );
const findings = async () => (await verifyBooks(server.context, school)).findings;
async function parts(): Promise<Record<string, number>> {
  const { owed, difference } = (await head.ask<Books>(books, {})).body;
  expect(difference).toBe(0);
  return Object.fromEntries(owed.map(({ part, amount }) => [part, amount]));
}
const given = async (query: object = {}) =>
  (await head.ask<subsidies.GivenSubsidy[]>(subsidies.mealSubsidies, query)).body;

describe('subsidised meal', () => {
  it.each([
    [{ kind: 'percent', percent: 60 }, 80, 120],
    [{ kind: 'fixed', pays: 30 }, 60, 140],
    [{ kind: 'free' }, 0, 200],
  ])('with %o the student and the school share one entry, and the books verify', async (plan, own, gave) => {
    const student = await aStudent(100, plan);
    const [githeri, water] = [await anItem(100), await anItem(0)];
    const { body } = await sell(student, [
      [githeri, 2],
      [water, 1],
    ]);
    // The answer shows the menu's price, as for every student.
    expect(body).toMatchObject({ amount: 200, balance: 100 - own });
    expect(body.lines).toMatchObject([{ amount: 200 }, { amount: 0 }]);
    expect((await statement(student)).filter(({ kind }) => kind === 'canteen')).toEqual([
      { kind: 'canteen', amount: 0 - own, fee: 0, balance: 100 - own },
    ]);
    expect(await parts()).toMatchObject({ 'canteen-income': 200, 'meal-subsidy': -gave, wallet: 100 - own });
    expect(await given()).toMatchObject([{ sysid: student.sysid, ...plan, portions: 2, given: gave }]);
    expect(await findings()).toEqual([]);

    expect((await cook.ask(sales.takeBackSale, { sysid: body.sysid })).body).toMatchObject({
      amount: 200,
      balance: 100,
    });
    expect(await parts()).toMatchObject({ 'canteen-income': 0, 'meal-subsidy': 0, wallet: 100 });
    expect(await given()).toMatchObject([{ portions: 0, given: 0 }]);
    expect(await findings()).toEqual([]);
  });

  it('a free meal appears in the statement with amount 0, and the rows add up', async () => {
    const student = await aStudent(0, { kind: 'free' });
    const githeri = await anItem(100);
    await eat(student, githeri);
    await head.ask(wallet.deposit, { admissionNumber: student.admissionNumber, amount: 50 });
    const { body } = await eat(student, githeri);
    await eat(student, githeri);
    await head.ask(wallet.deposit, { admissionNumber: student.admissionNumber, amount: 20 });
    const told = (await statement(student)).map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`);
    expect(told).toEqual(['deposit 20 70', 'canteen 0 50', 'canteen 0 50', 'deposit 50 50', 'canteen 0 0']);
    const { admissionNumber } = student;
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        head.ask<wallet.StatementRow[]>(wallet.getStatement, { admissionNumber, page, pageSize: 2 }),
      ),
    );
    expect(new Set(pages.flatMap((page) => page.body.map(({ sysid }) => sysid))).size).toBe(5);
    const [sheet] = (await head.ask<Statements>(printStatements, { admissionNumber })).body.statements;
    expect(sheet?.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      ...['canteen 0', 'deposit 50', 'canteen 0', 'canteen 0', 'deposit 20'],
    ]);
    expect(sheet).toMatchObject({ moneyIn: 70, moneyOut: 0, closing: 70 });
    // A portion that was taken back stays in the statement, marked as reversed.
    await cook.ask(contract.takeBackMeal, { sysid: body.sysid });
    const rows = (await head.ask<wallet.StatementRow[]>(wallet.getStatement, { admissionNumber })).body;
    expect(rows.filter(({ reversed }) => reversed).map(({ sysid }) => sysid)).toEqual([body.sysid]);
    expect(rows).toHaveLength(5);
    expect((await cook.ask(wallet.getStatement, { admissionNumber })).status).toBe(403);
  });

  it('the office can reverse a meal that cost the student nothing', async () => {
    const student = await aStudent(50, { kind: 'free' });
    const { sysid } = (await eat(student, await anItem(100))).body;
    const reversed = await head.ask(wallet.reverse, { sysid, reason: 'The pot was spoilt' }, { key: randomUUID() });
    expect([reversed.status, reversed.body]).toEqual([200, expect.objectContaining({ balance: 50 })]);
    expect(await parts()).toMatchObject({ 'canteen-income': 0, 'meal-subsidy': 0, wallet: 50 });
    expect(await findings()).toEqual([]);
  });

  it("needs the student's share in the wallet, and is refused like any other meal", async () => {
    const item = await anItem(100);
    const [poor, poorer] = [
      await aStudent(40, { kind: 'fixed', pays: 40 }),
      await aStudent(39, { kind: 'fixed', pays: 40 }),
    ];
    expect((await eat(poor, item)).body).toMatchObject({ amount: 100, balance: 0 });
    expect((await eat(await aStudent(0, { kind: 'free' }), item)).body).toMatchObject({ amount: 100, balance: 0 });
    expect((await eat(poorer, item)).body).toMatchObject({
      problem: 'wallet.insufficient-funds',
      message: 'Not enough money: balance is KES 39.00',
    });
  });

  it("the spending limit and the fee count the student's share only", async () => {
    const student = await aStudent(500, { kind: 'fixed', pays: 40 });
    const item = await anItem(100);
    const limits = { scope: 'student', sysid: student.sysid, spending: 80 };
    expect((await head.ask(setLimits, limits)).status).toBe(200);
    const admin = await server.aPerson('Admin');
    expect((await admin.ask(updateSchoolSettings, { sysid: school, canteenFee: { percent: 10 } })).status).toBe(200);
    for (const balance of [456, 412]) expect((await eat(student, item)).body).toMatchObject({ balance });
    expect((await eat(student, item)).problem).toBe('wallet.over-spending-limit');
    // A meal that the school pays in full has no fee.
    expect((await eat(await aStudent(5, { kind: 'free' }), item)).body).toMatchObject({ balance: 5 });
    expect(await findings()).toEqual([]);
  });
});

describe('setMealSubsidy', () => {
  it('is for the office only and audited', async () => {
    const { sysid, admissionNumber } = await aStudent(100);
    expect(await get(sysid)).toMatchObject({ sysid, admissionNumber, kind: 'none', percent: null, pays: null });
    const halved = await set({ sysid, kind: 'percent', percent: '50', updated: (await get(sysid)).updated });
    expect(halved.body).toMatchObject({ kind: 'percent', percent: 50, pays: null });
    expect(await get(sysid)).toEqual(halved.body);
    for (const by of [cook, await server.aPerson('CheckAgent', school, ['cashier'])]) {
      expect((await by.ask(subsidies.getMealSubsidy, { sysid })).status).toBe(403);
      expect((await set({ sysid, kind: 'free' }, by)).status).toBe(403);
      expect((await by.ask(subsidies.mealSubsidies, {})).status).toBe(403);
    }
    expect((await set({ sysid, kind: 'none' })).status).toBe(200);
    expect(await given()).toEqual([]);
    const trail = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ detail: unknown }>(
        `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'canteen.subsidy' ORDER BY at`,
        [school],
      ),
    );
    expect(trail).toHaveLength(2);
  });

  it('takes effect once a second person has approved it', async () => {
    const { sysid, admissionNumber } = await aStudent(100);
    const item = await anItem(100);
    await server.context.db.inSchool(school, (tx) =>
      tx.row(`UPDATE users SET first_name = 'Achieng' WHERE school_id = $1 AND id = $2`, [school, head.userId]),
    );
    const proposed = await propose({ sysid, kind: 'free' });
    expect(proposed.body).toMatchObject({ kind: 'none', proposal: { kind: 'free', own: true } });
    expect(await eat({ sysid, admissionNumber }, item)).toMatchObject({ body: { balance: 0 } });
    const seen = (await deputy.ask<subsidies.MealSubsidy>(subsidies.getMealSubsidy, { sysid })).body;
    expect(seen.proposal).toMatchObject({ kind: 'free', own: false, by: 'Achieng Otieno' });
    expect((await deputy.ask<Todo>(todo)).body.counts.subsidies).toBe(1);
    const bell = async () => (await deputy.ask<NoticeRow[]>(getNotifications)).body.map(({ kind }) => kind);
    expect(await bell()).toContain('subsidy.proposed');
    expect(await given({ waiting: true })).toMatchObject([{ sysid, kind: 'none', waiting: true }]);
    expect((await approve(seen.proposal?.sysid)).body).toMatchObject({ kind: 'free', proposal: null });
    expect(await bell()).not.toContain('subsidy.proposed');
    expect((await eat({ sysid, admissionNumber }, item)).status).toBe(200);
    expect(await given({ waiting: true })).toEqual([]);
    expect((await approve(seen.proposal?.sysid)).problem).toBe('subsidy.not-found');
  });

  it('the call and the table reject an approval by the proposer', async () => {
    const { sysid } = await aStudent(0);
    const { proposal } = (await propose({ sysid, kind: 'free' })).body;
    expect((await approve(proposal?.sysid, head)).problem).toBe('subsidy.same-person');
    expect((await approve(proposal?.sysid, cook)).status).toBe(403);
    const byTable = server.context.db.inSchool(school, (tx) =>
      tx.row(
        `UPDATE meal_subsidy_proposals SET decision = 'approved', decided_by = by_user, decided_at = clock_timestamp()
         WHERE school_id = $1`,
        [tx.schoolId],
      ),
    );
    await expect(byTable).rejects.toThrow('subsidy_second_person');
    expect(await get(sysid)).toMatchObject({ kind: 'none', proposal: { kind: 'free' } });
  });

  it('refuses an approval by an account tied to the proposer', async () => {
    const { sysid } = await aStudent(0);
    await tie(head, deputy);
    const { proposal } = (await propose({ sysid, kind: 'free' })).body;
    expect((await approve(proposal?.sysid)).problem).toBe('session.one-hand');
    expect(await get(sysid)).toMatchObject({ kind: 'none' });
  });

  it("an Admin's proposal is shown to the school as made by the platform", async () => {
    const { sysid } = await aStudent(0);
    const admin = await server.aPerson('Admin');
    const proposed = await admin.ask(subsidies.setMealSubsidy, { sysid, kind: 'free' }, { school });
    expect(proposed.status).toBe(200);
    expect(await get(sysid)).toMatchObject({ proposal: { kind: 'free', by: 'Platform', own: false } });
  });

  it('one proposal per student may be pending, until it is rejected or withdrawn', async () => {
    const { sysid } = await aStudent(0);
    const first = (await propose({ sysid, kind: 'free' })).body.proposal?.sysid;
    expect((await propose({ sysid, kind: 'percent', percent: 50 }, deputy)).problem).toBe('subsidy.waits');
    expect((await reject(first)).body).toMatchObject({ kind: 'none', proposal: null });
    expect((await approve(first)).problem).toBe('subsidy.not-found');
    const second = (await propose({ sysid, kind: 'free' })).body.proposal?.sysid;
    expect((await reject(second, head)).status).toBe(200);
    expect((await propose({ sysid, kind: 'none' })).problem).toBe('subsidy.same');
    expect((await deputy.ask<Todo>(todo)).body.counts.subsidies).toBe(0);
  });

  it('refuses a proposal based on a stale record', async () => {
    const { sysid } = await aStudent(0);
    const { updated } = await get(sysid);
    await set({ sysid, kind: 'free' });
    expect((await propose({ sysid, kind: 'none', updated })).problem).toBe('record.changed');
  });

  it.each([
    ['a percentage without one', { kind: 'percent' }, 'percent'],
    ['all of the price as a percentage', { kind: 'percent', percent: 100 }, 'percent'],
    ['a fixed price without one', { kind: 'fixed' }, 'pays'],
    ['a fixed price of nothing', { kind: 'fixed', pays: 0 }, 'pays'],
  ])('refuses %s', async (_, input, field) => {
    const { sysid } = await aStudent(0);
    const refused = await head.ask<{ detail: { fields: object } }>(subsidies.setMealSubsidy, { sysid, ...input });
    expect([refused.status, Object.keys(refused.body.detail.fields)]).toEqual([400, [field]]);
  });

  it("another school's user can neither read nor set a subsidy", async () => {
    const { sysid } = await aStudent(0, { kind: 'free' });
    const other = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await other.ask(subsidies.getMealSubsidy, { sysid })).problem).toBe('student.not-found');
    expect((await set({ sysid, kind: 'none' }, other)).problem).toBe('student.not-found');
    expect(await get(sysid)).toMatchObject({ kind: 'free' });
  });

  it('mealSubsidies sums what was given in a time range', async () => {
    const student = await aStudent(0, { kind: 'free' });
    await eat(student, await anItem(100));
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(await given({ from: soon })).toMatchObject([{ portions: 0, given: 0 }]);
    expect(await given({ to: soon })).toMatchObject([{ portions: 1, given: 100 }]);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect(await given({ to: before })).toMatchObject([{ portions: 0, given: 0 }]);
  });
});
