import { randomUUID } from 'node:crypto';
import type { Meal, MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as fingerprints from '@mfuko/contract/fingerprints';
import * as students from '@mfuko/contract/students';
import type { StatementRow } from '@mfuko/contract/wallet';
import * as wallet from '@mfuko/contract/wallet';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aNumber,
  clientHeaders,
  OFFLINE_KEY,
  openTestServer,
  type Person,
  type TestServer,
} from '../../../tests/kit.ts';
import { isBlocked } from '../../../tests/lock-waits.testkit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import { asOwner } from '../../../tests/owner.testkit.ts';
import { makeApp } from '../../app.ts';
import { noDailyImage } from '../../gateways/dailyimage/port.ts';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { print } from '../fingerprints/fingers.testkit.ts';

const PIN = '274951';
const FINGER = 31;
const OTHER = 32;

let server: TestServer;
let school: string;
let head: Person;
let cook: Person;
let classSYSID: string;
let enrolled: string;
let shot = 100;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  classSYSID = await server.aClass(school, 'Grade 4');
  enrolled = await aStudent(500);
  for (const seed of [1, 2, 3]) {
    const consent = { ConsentBy: 'Mother', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
    const answer = await head.ask(fingerprints.uploadStudentFingerprintAdm, {
      AdmissionNumber: enrolled,
      ...consent,
      ...print(FINGER, seed),
    });
    expect(answer.status).toBe(200);
  }
}, 60_000);
afterAll(() => server.close());

async function aStudent(pocketMoney: number): Promise<string> {
  const admissionNumber = String(4000 + aNumber());
  await head.ask(students.createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  if (pocketMoney > 0) await head.ask(wallet.deposit, { admissionNumber, amount: pocketMoney });
  return admissionNumber;
}

async function anItem(quantityPerPerson: number, price: number | string = 0): Promise<MenuItem> {
  const made = await head.ask<MenuItem>(contract.createMenu, {
    name: `Githeri ${aNumber()}`,
    quantityPerPerson,
    price,
  });
  expect(made.status).toBe(200);
  return made.body;
}

interface Wish {
  item: MenuItem;
  admissionNumber: string;
  key?: string | null;
  by?: Person;
}

/** Uses a fresh key unless `key` is null, so that it is no double press. */
function eatByPin({ item, admissionNumber, key = randomUUID(), by = cook }: Wish, pin = PIN) {
  const input = { menuItemSYSID: item.sysid, admissionNumber, pin };
  return by.ask<Meal>(contract.consumeMenuPin, input, key === null ? {} : { key });
}

function eatByFinger({ item, admissionNumber, key = randomUUID(), by = cook }: Wish, picture: object) {
  const input = { menuItemSYSID: item.sysid, admissionNumber, ...picture };
  return by.ask<Meal>(contract.consumeMenuFingerprint, input, key === null ? {} : { key });
}

async function balance(admissionNumber: string): Promise<number> {
  return (await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber })).body.balance;
}

async function count(table: 'meals' | 'journal_entries' | 'spent_pictures'): Promise<number> {
  const found = await server.context.db.inSchool(school, (tx) =>
    tx.row<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE school_id = $1`, [school]),
  );
  return found?.count ?? -1;
}

/** Moves what has been recorded into the past; meals are append-only even for the owner. */
async function wait(interval: string): Promise<void> {
  await asOwner(server, school, 'ALTER TABLE meals DISABLE TRIGGER append_only');
  await asOwner(
    server,
    school,
    `UPDATE meals SET at = at - $1::interval,
       day = ((at - $1::interval) AT TIME ZONE (SELECT time_zone FROM schools WHERE id = school_id))::date`,
    [interval],
  );
  await asOwner(server, school, 'ALTER TABLE meals ENABLE TRIGGER append_only');
}

describe('menu', () => {
  it('creates an item as the form sends it, and lists it to the cook', async () => {
    const made = await head.ask<MenuItem>(contract.createMenu, {
      sysid: '',
      schoolSYSID: 'ignored',
      name: ' Ugali  na sukuma ',
      description: 'Lunch',
      quantityPerPerson: '2',
      price: '45.50',
    });
    expect(made.body).toMatchObject({
      schoolSYSID: school,
      name: 'Ugali na sukuma',
      description: 'Lunch',
      quantityPerPerson: 2,
      price: 45.5,
    });
    const plain = await anItem(1);
    expect(plain).toMatchObject({ price: 0, description: '' });
    const listed = await cook.ask<MenuItem[]>(contract.getMenu, { sysid: plain.sysid }, { method: 'POST' });
    expect(listed.body).toEqual([plain]);
    expect((await cook.ask<MenuItem[]>(contract.getMenu, { search: 'sukuma' })).body).toEqual([made.body]);
  });

  it.each([
    ['no name', { name: ' ', quantityPerPerson: 1 }, 'name'],
    ['no quantity', { name: 'Chai' }, 'quantityPerPerson'],
    ['a quantity of none', { name: 'Chai', quantityPerPerson: 0 }, 'quantityPerPerson'],
    ['half a portion', { name: 'Chai', quantityPerPerson: 0.5 }, 'quantityPerPerson'],
    ['a negative price', { name: 'Chai', quantityPerPerson: 1, price: -1 }, 'price'],
    ['a third decimal', { name: 'Chai', quantityPerPerson: 1, price: '1.005' }, 'price'],
  ])('refuses a menu item with %s', async (_, input, field) => {
    const refused = await head.ask<{ detail: { fields: object } }>(contract.createMenu, input);
    expect([refused.status, Object.keys(refused.body.detail.fields)]).toEqual([400, [field]]);
  });

  it('refuses a duplicate item name in any case', async () => {
    const item = await anItem(1);
    const again = { name: item.name.toUpperCase(), quantityPerPerson: 1 };
    expect((await head.ask(contract.createMenu, again)).problem).toBe('menu.duplicate');
    const other = await anItem(1);
    expect((await head.ask(contract.updateMenu, { sysid: other.sysid, name: item.name })).problem).toBe(
      'menu.duplicate',
    );
  });

  it('updates, deletes and restores an item; a deleted one is not served', async () => {
    const item = await anItem(2, 30);
    const changed = await head.ask(contract.updateMenu, { sysid: item.sysid, price: 35 });
    expect(changed.body).toEqual({ ...item, price: 35, updated: expect.any(String) });
    expect((await head.ask(contract.deleteMenu, { sysid: item.sysid })).status).toBe(200);
    expect((await cook.ask(contract.getMenu, { sysid: item.sysid })).body).toEqual([]);
    expect((await head.ask(contract.updateMenu, { sysid: item.sysid, price: 1 })).problem).toBe('menu.not-found');
    expect((await head.ask(contract.deleteMenu, { sysid: item.sysid })).problem).toBe('menu.not-found');
    const admissionNumber = await aStudent(100);
    expect((await eatByPin({ item, admissionNumber })).problem).toBe('menu.not-found');
    expect((await head.ask(contract.restoreMenu, { sysid: item.sysid })).body).toEqual(changed.body);
    expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
  });

  it("an update that waited for another user's change is refused as changed", async () => {
    const { sysid, updated } = await anItem(2, 30);
    const other = openDatabase(server.appUrl, 1);
    try {
      let late: ReturnType<Person['ask']> | undefined;
      await other.inSchool(school, async (tx) => {
        await tx.row('UPDATE menu_items SET price = 4500 WHERE school_id = $1 AND id = $2', [school, sysid]);
        late = head.ask(contract.updateMenu, { sysid, price: 35, updated });
        expect(await isBlocked(server, late)).toBe(true);
      });
      expect((await late)?.problem).toBe('record.changed');
    } finally {
      await other.close();
    }
  });

  it('updateMenuItem, getMenuItem, deleteMenuItem and restoreMenuItem work as well', async () => {
    const { sysid } = await anItem(2, 30);
    const changed = await head.ask(contract.updateMenuItem, { sysid, price: '35.50' });
    expect((await cook.ask(contract.getMenuItem, { sysid })).body).toEqual(changed.body);
    await head.ask(contract.deleteMenuItem, { sysid });
    expect((await cook.ask(contract.getMenuItem, { sysid })).problem).toBe('menu.not-found');
    expect((await head.ask(contract.restoreMenuItem, { sysid })).body).toEqual(changed.body);
  });

  it('refuses to restore an item whose name was reused', async () => {
    const item = await anItem(1);
    await head.ask(contract.deleteMenu, { sysid: item.sysid });
    await head.ask(contract.createMenu, { name: item.name, quantityPerPerson: 1 });
    expect((await head.ask(contract.restoreMenu, { sysid: item.sysid })).problem).toBe('menu.duplicate');
  });

  it("another school's user can neither see nor change the menu", async () => {
    const item = await anItem(1);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    for (const call of [contract.getMenuItem, contract.updateMenu, contract.deleteMenu, contract.restoreMenu]) {
      expect((await stranger.ask(call, { sysid: item.sysid })).problem).toBe('menu.not-found');
    }
    expect((await stranger.ask(contract.getMenu)).body).toEqual([]);
  });
});

describe('meal by PIN', () => {
  it('a meal is charged, counted and appears in the statement', async () => {
    const item = await anItem(2, 45.5);
    const admissionNumber = await aStudent(100);
    const first = await eatByPin({ item, admissionNumber });
    expect(first.body).toEqual({
      sysid: expect.any(String),
      admissionNumber,
      studentName: 'Juma Ali',
      menuItem: item.name,
      quantity: 1,
      remaining: 1,
      amount: 45.5,
      balance: 54.5,
    });
    expect((await eatByPin({ item, admissionNumber })).body).toMatchObject({ remaining: 0, balance: 9 });
    const statement = await head.ask<StatementRow[]>(wallet.getStatement, { admissionNumber });
    expect(statement.body[1]).toMatchObject({
      sysid: first.body.sysid,
      kind: 'canteen',
      amount: -45.5,
      reference: item.name,
    });
  });

  it('a free meal creates no journal entry', async () => {
    const item = await anItem(1);
    const before = await count('journal_entries');
    expect((await eatByPin({ item, admissionNumber: await aStudent(0) })).body).toMatchObject({
      amount: 0,
      balance: 0,
    });
    expect((await eatByPin({ item, admissionNumber: await aStudent(20) })).body).toMatchObject({ balance: 20 });
    expect(await count('journal_entries')).toBe(before + 1);
  });

  it("adds the school's canteen fee", async () => {
    const elsewhere = await server.aSchool();
    const boss = await server.aPerson('SchoolAdmin', elsewhere);
    const grade = await server.aClass(elsewhere);
    await server.context.db.inSchool(elsewhere, (tx) =>
      tx.row(`INSERT INTO fee_rules (school_id, kind, fixed) VALUES ($1, 'canteen', 150)`, [elsewhere]),
    );
    const student = { admissionNumber: '1', names: 'Amina', classSYSID: grade, checkPin: PIN };
    await boss.ask(students.createStudent, student);
    await boss.ask(wallet.deposit, { admissionNumber: '1', amount: 50 });
    const item = (await boss.ask<MenuItem>(contract.createMenu, { name: 'Chai', quantityPerPerson: 1, price: 10 }))
      .body;
    expect((await eatByPin({ item, admissionNumber: '1', by: boss })).body).toMatchObject({
      amount: 10,
      balance: 38.5,
    });
  });

  it("refuses a meal over the quantity per person until the school's next day", async () => {
    const item = await anItem(1, 10);
    const admissionNumber = await aStudent(100);
    expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
    const refused = await eatByPin({ item, admissionNumber });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { problem: 'canteen.over-quantity', detail: { remaining: 0, quantityPerPerson: 1 } },
    ]);
    expect(await balance(admissionNumber)).toBe(90);
    await wait('1 day');
    expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
    expect((await eatByPin({ item, admissionNumber })).problem).toBe('canteen.over-quantity');
  });

  it('the quantity counts per item and student', async () => {
    const [one, two] = [await anItem(1), await anItem(1)];
    const [ann, ben] = [await aStudent(0), await aStudent(0)];
    for (const [item, admissionNumber] of [
      [one, ann],
      [two, ann],
      [one, ben],
    ] as const) {
      expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
    }
    expect((await eatByPin({ item: one, admissionNumber: ann })).problem).toBe('canteen.over-quantity');
  });

  it('a reversed meal no longer counts towards the quantity', async () => {
    const item = await anItem(1, 10);
    const admissionNumber = await aStudent(100);
    const { sysid } = (await eatByPin({ item, admissionNumber })).body;
    const reversed = await head.ask(wallet.reverse, { sysid, reason: 'The wrong child' });
    expect(reversed.status).toBe(200);
    expect((await eatByPin({ item, admissionNumber })).body).toMatchObject({ remaining: 0, balance: 90 });
    expect((await eatByPin({ item, admissionNumber })).problem).toBe('canteen.over-quantity');
  });

  it('a refused meal changes neither money nor counts', async () => {
    const item = await anItem(1, 10);
    const poor = await aStudent(9);
    const before = [await count('meals'), await count('journal_entries')];
    expect((await eatByPin({ item, admissionNumber: poor })).problem).toBe('wallet.insufficient-funds');
    expect((await eatByPin({ item, admissionNumber: poor }, '385062')).problem).toBe('pin.wrong');
    expect((await eatByPin({ item, admissionNumber: '999999' })).problem).toBe('student.not-found');
    const unknown = { ...item, sysid: randomUUID() };
    expect((await eatByPin({ item: unknown, admissionNumber: poor }, '385062')).problem).toBe('menu.not-found');
    expect([await count('meals'), await count('journal_entries'), await balance(poor)]).toEqual([...before, 9]);
    await head.ask(wallet.deposit, { admissionNumber: poor, amount: 1 });
    expect((await eatByPin({ item, admissionNumber: poor })).body).toMatchObject({ remaining: 0, balance: 0 });
  });

  it('refuses agents of other duties and users of other schools', async () => {
    const item = await anItem(1);
    const admissionNumber = await aStudent(0);
    for (const duty of ['gate', 'bus'] as const) {
      const by = await server.aPerson('CheckAgent', school, [duty]);
      expect((await eatByPin({ item, admissionNumber, by })).problem).toBe('session.role');
    }
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await eatByPin({ item, admissionNumber, by: stranger })).problem).toBe('menu.not-found');
  });
});

describe('double press of a meal', () => {
  it('returns the first answer even when nothing is left', async () => {
    const item = await anItem(1, 10);
    const admissionNumber = await aStudent(10);
    const first = await eatByPin({ item, admissionNumber, key: null });
    expect(first.body).toMatchObject({ remaining: 0, balance: 0 });
    expect((await eatByPin({ item, admissionNumber, key: null })).body).toEqual(first.body);
    await wait('11 seconds');
    expect((await eatByPin({ item, admissionNumber, key: null })).problem).toBe('canteen.over-quantity');
  });

  it('returns the answer of the latest portion', async () => {
    const item = await anItem(5, 10);
    const admissionNumber = await aStudent(100);
    await eatByPin({ item, admissionNumber });
    const second = await eatByPin({ item, admissionNumber });
    expect((await eatByPin({ item, admissionNumber, key: null })).body).toEqual(second.body);
  });

  it('another item, another user or a key makes it a new meal', async () => {
    const [one, two] = [await anItem(3, 10), await anItem(3, 10)];
    const admissionNumber = await aStudent(100);
    await eatByPin({ item: one, admissionNumber, key: null });
    await eatByPin({ item: two, admissionNumber, key: null });
    await eatByPin({ item: one, admissionNumber, key: null, by: head });
    const key = randomUUID();
    const keyed = await eatByPin({ item: one, admissionNumber, key });
    expect((await eatByPin({ item: one, admissionNumber, key })).body).toEqual(keyed.body);
    expect(await balance(admissionNumber)).toBe(60);
  });

  it("the next student's equal meal is a new meal", async () => {
    const item = await anItem(5, 10);
    const queue = [await aStudent(100), await aStudent(100)];
    const served = [];
    for (const admissionNumber of queue) served.push((await eatByPin({ item, admissionNumber, key: null })).body.sysid);
    expect(new Set(served).size).toBe(2);
    expect(await Promise.all(queue.map(balance))).toEqual([90, 90]);
  });

  it('four concurrent presses without a key serve one portion', async () => {
    const item = await anItem(5, 10);
    const admissionNumber = await aStudent(100);
    const answers = await Promise.all(Array.from({ length: 4 }, () => eatByPin({ item, admissionNumber, key: null })));
    expect(new Set(answers.map(({ body }) => body.sysid)).size).toBe(1);
    expect(await balance(admissionNumber)).toBe(90);
  });
});

describe('meal by fingerprint', () => {
  it("needs the student's finger and spends the picture once the meal is served", async () => {
    const item = await anItem(2, 20);
    const admissionNumber = enrolled;
    const held = await balance(admissionNumber);
    expect((await eatByFinger({ item, admissionNumber }, print(OTHER, 1))).problem).toBe('fingerprint.no-match');
    const picture = print(FINGER, ++shot);
    const first = await eatByFinger({ item, admissionNumber, key: null }, picture);
    expect(first.body).toMatchObject({ remaining: 1, balance: held - 20 });
    expect((await eatByFinger({ item, admissionNumber, key: null }, picture)).body).toEqual(first.body);
    expect((await eatByFinger({ item, admissionNumber }, picture)).problem).toBe('fingerprint.replayed');
    expect(await balance(admissionNumber)).toBe(held - 20);
  });

  it('a refusal by quantity or money spends no picture', async () => {
    const [full, dear] = [await anItem(1), await anItem(1, 9_000)];
    const admissionNumber = enrolled;
    await eatByFinger({ item: full, admissionNumber }, print(FINGER, ++shot));
    const before = await count('spent_pictures');
    const picture = print(FINGER, ++shot);
    expect((await eatByFinger({ item: full, admissionNumber }, picture)).problem).toBe('canteen.over-quantity');
    expect((await eatByFinger({ item: dear, admissionNumber }, picture)).problem).toBe('wallet.insufficient-funds');
    expect(await count('spent_pictures')).toBe(before);
    expect((await eatByFinger({ item: await anItem(1), admissionNumber }, picture)).status).toBe(200);
  });
});

describe('last portion', () => {
  it('50 concurrent meals on two servers serve the three portions left', async () => {
    const second: Db = openDatabase(server.appUrl, 10);
    const { app } = await makeApp(
      { ...server.context, db: second },
      { dailyImage: noDailyImage, offlineKey: OFFLINE_KEY, maxEventLoopDelay: 0 },
    );
    server.watchRequests(app);
    try {
      const item = await anItem(3, 10);
      const admissionNumber = await aStudent(1_000);
      const servers: FastifyInstance[] = [server.app, app];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          servers[turn % 2]?.inject({
            method: 'POST',
            url: '/api/check/consumeMenuPin',
            payload: { menuItemSYSID: item.sysid, admissionNumber, pin: PIN },
            headers: { ...clientHeaders(server.context, cook.token), 'idempotency-key': randomUUID() },
          }),
        ),
      );
      const problems = answers.map((answer) => answer?.json<{ problem?: string }>().problem ?? 'none');
      expect(Map.groupBy(problems, (problem) => problem).get('none')).toHaveLength(3);
      expect(problems.filter((problem) => problem === 'canteen.over-quantity')).toHaveLength(47);
      expect(await balance(admissionNumber)).toBe(970);
    } finally {
      await app.close();
      await second.close();
    }
  }, 30_000);
});

describe('meal windows', () => {
  const BREAKFAST = { name: 'Breakfast', from: '06:00', to: '07:30' };
  const LUNCH = { name: 'Lunch', from: '12:30', to: '14:00' };
  const setWindows = (windows: object[], by = head) => by.ask(contract.updateMealWindows, { windows });
  const windows = async () => (await cook.ask<contract.MealWindow[]>(contract.getMealWindows)).body;
  afterEach(async () => {
    expect((await setWindows([])).status).toBe(200);
  });

  it('are set together by the office and read in order by the cook', async () => {
    expect((await setWindows([LUNCH, BREAKFAST])).body).toMatchObject({ windows: [BREAKFAST, LUNCH] });
    expect(await windows()).toMatchObject([BREAKFAST, LUNCH]);
    expect(await setWindows([{ ...LUNCH, to: '13:00' }])).toMatchObject({ status: 200 });
    expect(await windows()).toEqual([{ ...LUNCH, to: '13:00', sysid: expect.any(String) }]);
    expect((await setWindows([LUNCH], cook)).problem).toBe('session.role');
  });

  it.each([
    ['end before they begin', [{ ...LUNCH, to: '12:00' }]],
    ['take no time', [{ ...LUNCH, to: LUNCH.from }]],
    ['overlap', [LUNCH, { name: 'Tea', from: '13:59', to: '15:00' }]],
    ['hold each other', [LUNCH, { name: 'Tea', from: '12:45', to: '13:00' }]],
    ['are the same', [LUNCH, LUNCH]],
    ['are no times', [{ ...LUNCH, from: '12.30' }]],
    ['are after midnight', [{ ...LUNCH, to: '24:30' }]],
    ['have no name', [{ ...LUNCH, name: ' ' }]],
  ])('are refused when they %s', async (_, wrong) => {
    expect((await setWindows(wrong)).status).toBe(400);
    expect(await windows()).toEqual([]);
  });

  it('may follow each other without a pause', async () => {
    expect((await setWindows([LUNCH, { name: 'Tea', from: '14:00', to: '15:00' }])).status).toBe(200);
  });

  it('concurrent updates leave one complete set of windows', async () => {
    const sets = [[LUNCH], [BREAKFAST], [LUNCH, BREAKFAST]];
    await Promise.all(Array.from({ length: 12 }, (_, turn) => setWindows(sets[turn % 3] ?? [])));
    const names = (await windows()).map(({ name }) => name);
    expect([['Lunch'], ['Breakfast'], ['Breakfast', 'Lunch']]).toContainEqual(names);
  });

  it('a meal counts for its window, which the tracking names', async () => {
    const item = await anItem(1, 10);
    const admissionNumber = await aStudent(100);
    await setWindows([
      { name: 'Early', from: '00:00', to: '08:00' },
      { name: 'Now', from: '08:00', to: '20:00' },
    ]);
    expect((await eatByPin({ item, admissionNumber })).body).toMatchObject({ remaining: 0 });
    const again = await eatByPin({ item, admissionNumber });
    expect(again.problem).toBe('canteen.over-quantity');
    expect(again.body).toMatchObject({
      message: `${item.name}: the limit is 1 at Now, and this student has reached it.`,
    });
    const rows = await head.ask<MealRow[]>(contract.menuTracking, { menuItemSYSID: item.sysid });
    expect(rows.body).toMatchObject([{ window: 'Now' }]);
    // Moves the meal into the previous window.
    await wait('6 hours');
    expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
    expect(await balance(admissionNumber)).toBe(80);
  });

  it.each([
    { from: '23:00', to: '23:01', tomorrow: false },
    { from: '00:05', to: '00:06', tomorrow: true },
  ])('refuses meals outside and names the next window from $from', async ({ from, to, tomorrow }) => {
    const item = await anItem(1);
    const admissionNumber = await aStudent(0);
    await setWindows([{ name: 'Supper', from, to }]);
    const refused = await eatByPin({ item, admissionNumber });
    expect([refused.status, refused.problem]).toEqual([422, 'canteen.closed']);
    expect(refused.body).toMatchObject({
      message: `Nothing is served now. Next is Supper, ${tomorrow ? 'tomorrow ' : ''}from ${from}.`,
      detail: { next: { name: 'Supper', from, to, tomorrow } },
    });
    await setWindows([]);
    expect((await eatByPin({ item, admissionNumber })).status).toBe(200);
  });

  it('apply to their own school only', async () => {
    await setWindows([LUNCH]);
    const stranger = await server.aPerson('SchoolAdmin', await server.aSchool());
    expect((await stranger.ask(contract.getMealWindows)).body).toEqual([]);
    await setWindows([BREAKFAST], stranger);
    expect(await windows()).toMatchObject([LUNCH]);
  });

  it('changes are audited', async () => {
    await setWindows([LUNCH]);
    const told = await server.context.db.inSchool(school, (tx) =>
      tx.row<{ detail: unknown }>(
        `SELECT detail FROM audit_events WHERE school_id = $1 AND action = 'school.meal-windows' ORDER BY at DESC LIMIT 1`,
        [school],
      ),
    );
    expect(told?.detail).toEqual({ changes: { mealWindows: { from: [], to: ['Lunch 12:30–14:00'] } } });
  });
});

describe('menuTracking', () => {
  it('lists meals with student, server and whether they were reversed', async () => {
    const item = await anItem(2, 15);
    const admissionNumber = await aStudent(100);
    const first = await eatByPin({ item, admissionNumber });
    const second = await eatByPin({ item, admissionNumber });
    await head.ask(wallet.reverse, { sysid: first.body.sysid, reason: 'A slip' });
    const rows = await head.ask<MealRow[]>(contract.menuTracking, { menuItemSYSID: item.sysid });
    expect(rows.body.map(({ sysid, reversed }) => [sysid, reversed])).toEqual([
      [second.body.sysid, false],
      [first.body.sysid, true],
    ]);
    expect(rows.body[0]).toMatchObject({
      admissionNumber,
      studentName: 'Juma Ali',
      class: 'Grade 4',
      menuItem: item.name,
      quantity: 1,
      amount: 15,
      method: 'pin',
      servedBy: 'Wanjiru Otieno',
    });
    expect(rows.headers['x-total-count']).toBe('2');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await head.ask(contract.menuTracking, { from: tomorrow })).body).toEqual([]);
    expect((await head.ask(contract.menuTracking, { admissionNumber: '999999999' })).body).toEqual([]);
    expect((await head.ask(contract.menuTracking, { menuItemSYSID: item.sysid, method: 'fingerprint' })).body).toEqual(
      [],
    );
  });

  it('keeps the name under which a meal was served', async () => {
    const item = await anItem(1);
    await eatByPin({ item, admissionNumber: await aStudent(0) });
    await head.ask(contract.updateMenu, { sysid: item.sysid, name: `Pilau ${aNumber()}` });
    await head.ask(contract.deleteMenu, { sysid: item.sysid });
    const rows = await head.ask<MealRow[]>(contract.menuTracking, { menuItemSYSID: item.sysid });
    expect(rows.body).toMatchObject([{ menuItem: item.name }]);
  });

  it('the application cannot change recorded meals', async () => {
    const change = server.context.db.inSchool(school, (tx) => tx.row('UPDATE meals SET amount = 0'));
    await expect(change).rejects.toThrow();
  });
});
