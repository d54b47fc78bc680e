import { randomUUID } from 'node:crypto';
import type { MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as sales from '@mfuko/contract/canteen-sales';
import { setLimits } from '@mfuko/contract/limits';
import { createStudent, updateStudent } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { verifyBooks } from '../books/index.ts';

const PIN = '274951';

let server: TestServer;
let clock: ClockHand;
let school: string;
let head: Person;
let cook: Person;
let other: Person;
let student: { sysid: string; admissionNumber: string };

beforeAll(async () => {
  server = await openTestServer();
  clock = await takeClock(server.ownerUrl);
}, 60_000);
afterAll(async () => {
  await clock.end();
  await server.close();
});
beforeEach(async () => {
  await clock.set(0);
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  other = await server.aPerson('CheckAgent', school, ['canteen']);
  const admissionNumber = String(4000 + aNumber());
  const classSYSID = await server.aClass(school, 'Grade 4');
  const input = { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN };
  student = (await head.ask<typeof student>(createStudent, input)).body;
  await head.ask(wallet.deposit, { admissionNumber, amount: 500 });
});

async function anItem(price: number, quantityPerPerson = 2, more: object = {}): Promise<MenuItem> {
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson, price, ...more };
  return (await head.ask<MenuItem>(contract.createMenu, item)).body;
}
type Line = readonly [item: MenuItem, quantity: number];
interface More {
  key?: string | null;
  by?: Person;
  override?: string;
}
function sell(lines: readonly Line[], { key = randomUUID(), by = cook, override }: More = {}) {
  const { admissionNumber } = student;
  const listed = lines.map(([{ sysid: menuItemSYSID }, quantity]) => ({ menuItemSYSID, quantity }));
  const input = { admissionNumber, pin: PIN, lines: listed, ...(override ? { override } : {}) };
  return by.ask<sales.Sale>(sales.sellMenuPin, input, key === null ? {} : { key });
}
const eat = (item: MenuItem, key: string | null = randomUUID()) =>
  cook.ask<contract.Meal>(
    contract.consumeMenuPin,
    { menuItemSYSID: item.sysid, admissionNumber: student.admissionNumber, pin: PIN },
    key === null ? {} : { key },
  );
const back = (sysid: string, by = cook) =>
  by.ask<{ amount: number; balance: number; menuItems: string[] }>(sales.takeBackSale, { sysid });
const balance = async () =>
  (await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber: student.admissionNumber })).body.balance;
const moved = async () =>
  (await head.ask<wallet.StatementRow[]>(wallet.getStatement, { admissionNumber: student.admissionNumber })).body.map(
    ({ kind, amount, reference }) => ({ kind, amount, reference }),
  );
const tracked = async () =>
  (await head.ask<MealRow[]>(contract.menuTracking, { admissionNumber: student.admissionNumber })).body;

describe('sellMenu with several lines', () => {
  it('creates one entry of the total and one row per item, and the books verify', async () => {
    const [githeri, juice] = [await anItem(45.5), await anItem(20)];
    const sold = await sell([
      [githeri, 2],
      [juice, 1],
    ]);
    expect(sold.body).toEqual({
      sysid: expect.any(String),
      admissionNumber: student.admissionNumber,
      studentName: 'Juma Ali',
      lines: [
        { menuItemSYSID: githeri.sysid, menuItem: githeri.name, quantity: 2, remaining: 0, amount: 91 },
        { menuItemSYSID: juice.sysid, menuItem: juice.name, quantity: 1, remaining: 1, amount: 20 },
      ],
      amount: 111,
      balance: 389,
    });
    expect(await moved()).toEqual([
      { kind: 'canteen', amount: -111, reference: `2 × ${githeri.name}, ${juice.name}` },
      { kind: 'deposit', amount: 500, reference: null },
    ]);
    const rows = (await tracked()).map(({ menuItem, quantity, amount }) => ({ menuItem, quantity, amount }));
    expect(rows.toSorted((a, b) => b.amount - a.amount)).toEqual([
      { menuItem: githeri.name, quantity: 2, amount: 91 },
      { menuItem: juice.name, quantity: 1, amount: 20 },
    ]);
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
  });

  it('counts earlier and later meals of the same item', async () => {
    const item = await anItem(10, 3);
    await eat(item);
    expect((await sell([[item, 3]])).body).toMatchObject({
      problem: 'canteen.over-quantity',
      message: `${item.name}: the limit is 3 a day. Left: 2.`,
      detail: { remaining: 2, quantityPerPerson: 3 },
    });
    // Two lines of the same item are merged.
    const twice = [
      [item, 1],
      [item, 1],
    ] as const;
    expect((await sell(twice)).body.lines).toMatchObject([{ quantity: 2, remaining: 0 }]);
    expect((await eat(item)).problem).toBe('canteen.over-quantity');
    expect(await balance()).toBe(470);
  });

  it('is refused whole when one line is refused', async () => {
    const [githeri, juice, dear, shut] = [await anItem(40), await anItem(20, 1), await anItem(450), await anItem(5)];
    await eat(juice);
    await head.ask(updateStudent, { sysid: student.sysid, blockedMenuSYSIDs: [shut.sysid] });
    const refused = [
      await sell([
        [githeri, 1],
        [juice, 1],
      ]),
      await sell([
        [githeri, 1],
        [dear, 1],
      ]),
      await sell([
        [githeri, 1],
        [shut, 1],
      ]),
    ];
    expect(refused.map(({ problem }) => problem)).toEqual([
      'canteen.over-quantity',
      'wallet.insufficient-funds',
      'menu.blocked',
    ]);
    expect(await balance()).toBe(480);
    expect((await tracked()).map(({ menuItem }) => menuItem)).toEqual([juice.name]);
    expect((await sell([[githeri, 2]])).status).toBe(200);
  });

  it('lists all allergens, and one override covers them', async () => {
    const [nuts, milk] = [await anItem(10, 2, { allergens: ['peanut'] }), await anItem(10, 2, { allergens: ['milk'] })];
    const plain = await anItem(10);
    await head.ask(updateStudent, { sysid: student.sysid, allergens: ['peanut', 'milk'] });
    const lines = [
      [plain, 1],
      [nuts, 1],
      [milk, 1],
    ] as const;
    expect((await sell(lines)).body).toMatchObject({
      problem: 'menu.allergen',
      detail: { allergens: ['peanut', 'milk'] },
    });
    expect((await sell(lines, { override: 'The nurse is here' })).status).toBe(200);
    const reasons = (await tracked()).map(({ menuItem, override }) => [menuItem, override]);
    expect(new Map(reasons as [string, string | null][])).toEqual(
      new Map([
        [plain.name, null],
        [nuts.name, 'The nurse is here'],
        [milk.name, 'The nurse is here'],
      ]),
    );
    const traced = await server.context.db.inSchool(school, (tx) =>
      tx.rows<{ item: string }>(
        `SELECT detail ->> 'menuItem' AS item FROM audit_events WHERE school_id = $1 AND action = 'canteen.override' ORDER BY id`,
        [school],
      ),
    );
    expect(traced.map(({ item }) => item)).toEqual([nuts.name, milk.name]);
  });

  it('counts its total towards the spending limit', async () => {
    const item = await anItem(40, 3);
    const limits = { scope: 'student', sysid: student.sysid, spending: 100 };
    expect((await head.ask(setLimits, limits)).status).toBe(200);
    expect((await sell([[item, 3]])).problem).toBe('wallet.over-spending-limit');
    expect((await sell([[item, 2]])).status).toBe(200);
    expect((await sell([[item, 1]])).problem).toBe('wallet.over-spending-limit');
    expect(await balance()).toBe(420);
  });

  it.each([
    ['no lines', []],
    ['no portions', [{ menuItemSYSID: randomUUID(), quantity: 0 }]],
    ['more lines than a sale has', Array.from({ length: 21 }, () => ({ menuItemSYSID: randomUUID() }))],
  ])('is refused with %s', async (_, lines) => {
    const input = { admissionNumber: student.admissionNumber, pin: PIN, lines };
    expect((await cook.ask(sales.sellMenuPin, input, { key: randomUUID() })).status).toBe(400);
  });
});

describe('repeated sale', () => {
  it('concurrent sales with one key get the same answer and charge once', async () => {
    const [githeri, juice] = [await anItem(45.5), await anItem(20)];
    const lines = [
      [githeri, 1],
      [juice, 2],
    ] as const;
    const key = randomUUID();
    const answers = await Promise.all([sell(lines, { key }), sell(lines, { key }), sell(lines, { key })]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0].body]);
    expect(await balance()).toBe(414.5);
  });

  it('without a key the same lines in any order are a double press', async () => {
    const [githeri, juice] = [await anItem(40, 4), await anItem(20, 4)];
    const first = await sell(
      [
        [githeri, 1],
        [juice, 1],
      ] as const,
      { key: null },
    );
    const again = await sell(
      [
        [juice, 1],
        [githeri, 1],
      ] as const,
      { key: null },
    );
    expect(again.body.sysid).toBe(first.body.sysid);
    const more = await sell([[githeri, 2]] as const, { key: null });
    expect(more.body.sysid).not.toBe(first.body.sysid);
    // A single portion is not a double press of a sale's line.
    expect((await eat(githeri, null)).body).toMatchObject({ remaining: 0, amount: 40 });
    expect(await balance()).toBe(320);
  });

  it('without a key a sale after a reversal or for the next student is new', async () => {
    const item = await anItem(40, 4);
    const sold = await sell([[item, 1]], { key: null });
    expect((await back(sold.body.sysid)).status).toBe(200);
    const anew = await sell([[item, 1]], { key: null });
    expect(anew.body.sysid).not.toBe(sold.body.sysid);
    const before = student;
    const admissionNumber = String(4000 + aNumber());
    const classSYSID = await server.aClass(school, 'Grade 5');
    const input = { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN };
    student = (await head.ask<typeof student>(createStudent, input)).body;
    await head.ask(wallet.deposit, { admissionNumber, amount: 100 });
    const next = await sell([[item, 1]], { key: null });
    expect(next.body).toMatchObject({ admissionNumber, balance: 60 });
    student = before;
    expect(await balance()).toBe(460);
  });

  it('of two concurrent sales of the last portions one succeeds', async () => {
    const [githeri, juice] = [await anItem(10, 2), await anItem(10, 2)];
    await eat(githeri);
    await eat(juice);
    const between = openDatabase(server.appUrl, 1);
    try {
      let both: ReturnType<typeof sell>[] = [];
      await between.inSchool(school, async (tx) => {
        await tx.row('SELECT 1 FROM meal_locks WHERE school_id = $1 AND student_id = $2 FOR UPDATE', [
          school,
          student.sysid,
        ]);
        const [there, here] = [
          [
            [githeri, 1],
            [juice, 1],
          ],
          [
            [juice, 1],
            [githeri, 1],
          ],
        ] as const;
        both = [sell(there), sell(here, { by: other })];
        expect(await isBlocked(server, Promise.all(both), 2)).toBe(true);
      });
      const answers = await Promise.all(both);
      expect(answers.map(({ status, problem }) => problem ?? status).toSorted()).toEqual([
        200,
        'canteen.over-quantity',
      ]);
    } finally {
      await between.close();
    }
  });
});

describe('first portions of a student', () => {
  it('two sales with opposite line order do not deadlock', async () => {
    const [first, between, last] = [await anItem(10, 2), await anItem(10, 2), await anItem(10, 2)];
    const apart = openDatabase(server.appUrl, 1);
    try {
      let both: ReturnType<typeof sell>[] = [];
      await apart.inSchool(school, async (tx) => {
        // Both counters stop here between two of their lines; if each locked its own first item first, they would deadlock.
        await tx.row('INSERT INTO meal_locks (school_id, student_id, item_id) VALUES ($1, $2, $3)', [
          ...[school, student.sysid, between.sysid],
        ]);
        const lines = [first, between, last].map((item) => [item, 1] as const);
        both = [sell(lines), sell(lines.toReversed(), { by: other })];
        expect(await isBlocked(server, Promise.all(both), 2)).toBe(true);
      });
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await apart.close();
    }
  });
});

describe('takeBackSale', () => {
  it('takes back the whole sale once, within a minute, by its own cook', async () => {
    const [githeri, water] = [await anItem(45.5), await anItem(0, 1)];
    const lines = [
      [githeri, 2],
      [water, 1],
    ] as const;
    const { sysid } = (await sell(lines)).body;
    expect((await back(sysid, other)).problem).toBe('meal.not-found');
    expect((await back(sysid, head)).problem).toBe('meal.not-found');
    const answers = [await back(sysid), await back(sysid)];
    for (const { body } of answers) expect(body).toMatchObject({ sysid, amount: 91, balance: 500 });
    expect((await tracked()).map(({ reversed }) => reversed)).toEqual([true, true]);
    expect((await moved()).map(({ kind }) => kind)).toEqual(['reversal', 'canteen', 'deposit']);
    expect((await sell(lines)).body.lines).toMatchObject([{ remaining: 0 }, { remaining: 0 }]);
    expect((await verifyBooks(server.context, school)).findings).toEqual([]);
  });

  it('is refused after a minute, and a sale cannot be taken back as a meal', async () => {
    const { sysid } = (await sell([[await anItem(40), 1]])).body;
    expect((await cook.ask(contract.takeBackMeal, { sysid })).problem).toBe('meal.not-found');
    await clock.set(61 / 3_600);
    expect((await back(sysid)).problem).toBe('wallet.too-late');
    expect(await balance()).toBe(460);
  });

  it('a reversal by the office covers free portions, which may be served again', async () => {
    const [githeri, water] = [await anItem(40), await anItem(0, 1)];
    const lines = [
      [githeri, 1],
      [water, 1],
    ] as const;
    const { sysid } = (await sell(lines)).body;
    const reversal = { sysid, reason: 'The pot was spoilt' };
    const spent = async () =>
      (await head.ask(contract.menuTracking, { admissionNumber: student.admissionNumber })).headers['x-total-amount'];
    expect(await spent()).toBe('40.00');
    expect((await head.ask(wallet.reverse, reversal, { key: randomUUID() })).status).toBe(200);
    expect((await tracked()).map(({ reversed }) => reversed)).toEqual([true, true]);
    expect(await spent()).toBe('0.00');
    expect((await sell(lines)).status).toBe(200);
  });
});
