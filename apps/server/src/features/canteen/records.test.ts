import { randomUUID } from 'node:crypto';
import type { Meal, MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as sales from '@mfuko/contract/canteen-sales';
import * as subsidies from '@mfuko/contract/canteen-subsidies';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { createStudent } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';
import type { DataSubject } from '../students/index.ts';
import { MEAL_BUNDLE } from './bundle.ts';
import { eraseMeals } from './erase.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let head: Person;
let cook: Person;
let student: { sysid: string; admissionNumber: string };
let githeri: MenuItem;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  student = await aStudent();
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson: 4, price: 30 };
  githeri = (await head.ask<MenuItem>(contract.createMenu, item)).body;
});

async function aStudent() {
  const admissionNumber = String(4000 + aNumber());
  const classSYSID = await server.aClass(school, `Grade ${aNumber()}`);
  const input = { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN };
  const made = (await head.ask<typeof student>(createStudent, input)).body;
  await head.ask(wallet.deposit, { admissionNumber, amount: 500 });
  return made;
}
const eat = ({ admissionNumber } = student, more: object = {}) =>
  cook.ask<Meal>(
    contract.consumeMenuPin,
    { admissionNumber, menuItemSYSID: githeri.sysid, pin: PIN, ...more },
    { key: randomUUID() },
  );
const rows = (sql: string, ...values: unknown[]) =>
  server.context.db.inSchool(school, (tx) => tx.rows<Record<string, unknown>>(sql, [school, ...values]));

it("erasing a student's meals removes the subsidy of that student only and keeps the meals", async () => {
  const other = await aStudent();
  for (const { sysid } of [student, other])
    await rows(
      `INSERT INTO meal_subsidies (school_id, student_id, kind, by_user) VALUES ($1, $2, 'free', $3)`,
      sysid,
      head.userId,
    );
  await eat();
  await server.context.db.inSchool(school, (tx) => eraseMeals(tx, { id: student.sysid } as DataSubject));
  expect(await rows('SELECT student_id FROM meal_subsidies WHERE school_id = $1')).toEqual([
    { student_id: other.sysid },
  ]);
  expect(await rows('SELECT student_id, portions FROM meals WHERE school_id = $1')).toEqual([
    { student_id: student.sysid, portions: 1 },
  ]);
});

it('the bundle marks the meal that was taken back', async () => {
  const first = await eat();
  await eat();
  await rows(
    'INSERT INTO meal_reversals (school_id, meal_id, by_user) VALUES ($1, $2, $3)',
    first.body.sysid,
    cook.userId,
  );
  const part = MEAL_BUNDLE.find(({ name }) => name === 'meals');
  const told = await server.context.db.inSchool(school, (tx) =>
    part!.read(tx, server.context, { id: student.sysid, admissionNumber: '', names: '', guardians: [] }),
  );
  expect(told.map(({ takenBack }) => takenBack)).toEqual([true, false]);
});

it('menuTracking filters meals by PIN and by fingerprint', async () => {
  await eat();
  const listed = async (method: string) =>
    (await head.ask<MealRow[]>(contract.menuTracking, { method })).body.map(({ admissionNumber }) => admissionNumber);
  expect(await listed('pin')).toEqual([student.admissionNumber]);
  expect(await listed('fingerprint')).toEqual([]);
});

it('a sale repeated without a key returns the same answer', async () => {
  const input = {
    admissionNumber: student.admissionNumber,
    pin: PIN,
    lines: [{ menuItemSYSID: githeri.sysid, quantity: 2 }],
  };
  const first = await cook.ask<sales.Sale>(sales.sellMenuPin, input);
  const second = await cook.ask<sales.Sale>(sales.sellMenuPin, input);
  expect(first.body.amount).toBe(60);
  expect(second.body).toEqual(first.body);
});

it('no fee is charged on a meal that the school pays in full', async () => {
  const admin = await server.aPerson('Admin');
  const canteenFee = { fixed: 5, percent: 0, cap: null };
  expect((await admin.ask(updateSchoolSettings, { sysid: school, canteenFee })).status).toBe(200);
  await rows(
    `INSERT INTO meal_subsidies (school_id, student_id, kind, by_user) VALUES ($1, $2, 'free', $3)`,
    student.sysid,
    head.userId,
  );
  const free = await eat();
  expect([free.status, free.body.balance]).toEqual([200, 500]);
  const paid = await eat(await aStudent());
  expect(paid.body.balance).toBe(465);
});

it('a refused sale says how many portions are left', async () => {
  for (let had = 0; had < 3; had++) await eat();
  const lines = [{ menuItemSYSID: githeri.sysid, quantity: 2 }];
  const input = { admissionNumber: student.admissionNumber, pin: PIN, lines };
  const refused = await cook.ask(sales.sellMenuPin, input, { key: randomUUID() });
  expect(JSON.stringify(refused.body)).toContain('Left: 1.');
});

it('takeBackMeal returns the name of the item', async () => {
  const { sysid } = (await eat()).body;
  const back = await cook.ask<{ menuItem: string }>(contract.takeBackMeal, { sysid }, { key: randomUUID() });
  expect(back.body.menuItem).toBe(githeri.name);
});

it('mealSubsidies lists what was given to a student whose subsidy has ended', async () => {
  await rows(
    `INSERT INTO meal_subsidies (school_id, student_id, kind, by_user) VALUES ($1, $2, 'free', $3)`,
    student.sysid,
    head.userId,
  );
  await eat();
  await rows('DELETE FROM meal_subsidies WHERE school_id = $1 AND student_id = $2', student.sysid);
  expect((await head.ask<subsidies.GivenSubsidy[]>(subsidies.mealSubsidies, {})).body).toMatchObject([
    { sysid: student.sysid, kind: 'none', given: 30 },
  ]);
});
