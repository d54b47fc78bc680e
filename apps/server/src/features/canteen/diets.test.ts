import { randomUUID } from 'node:crypto';
import type { Meal, MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import { getNotifications, type NoticeRow } from '@mfuko/contract/notices';
import type { StudentDetails } from '@mfuko/contract/students';
import * as students from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';

let server: TestServer;
let school: string;
let head: Person;
let cook: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  classSYSID = await server.aClass(school, 'Grade 4');
}, 60_000);
afterAll(() => server.close());

async function aStudent(diet: object = {}, by = head): Promise<StudentDetails> {
  const student = { admissionNumber: String(4000 + aNumber()), names: 'Juma Ali', classSYSID, checkPin: PIN };
  const made = await by.ask<StudentDetails>(students.createStudent, { ...student, ...diet });
  expect(made.status).toBe(200);
  return made.body;
}

async function anItem(allergens?: string[], price = 0): Promise<MenuItem> {
  const item = { name: `Mandazi ${aNumber()}`, quantityPerPerson: 9, price, allergens };
  const made = await head.ask<MenuItem>(contract.createMenu, item);
  expect(made.status).toBe(200);
  return made.body;
}

/** Hands out a portion, each time under a fresh key. */
function eat({ admissionNumber }: { admissionNumber: string }, item: MenuItem, override?: string) {
  const meal = { menuItemSYSID: item.sysid, admissionNumber, pin: PIN, override };
  return cook.ask<Meal & { detail: { allergens: string[] } }>(contract.consumeMenuPin, meal, { key: randomUUID() });
}

function details(sysid: string) {
  return head.ask<StudentDetails>(students.getStudent, { sysid });
}

describe('allergens', () => {
  it('are stored in lower case without duplicates, for items and students', async () => {
    const item = await anItem(['Peanut', ' peanut ', 'Tree  Nuts']);
    expect(item.allergens).toEqual(['peanut', 'tree nuts']);
    expect((await cook.ask<MenuItem[]>(contract.getMenu, { sysid: item.sysid })).body[0]?.allergens).toEqual([
      'peanut',
      'tree nuts',
    ]);
    const student = await aStudent({ allergens: ['MILK'] });
    expect(student).toMatchObject({ allergens: ['milk'], blockedMenuSYSIDs: [] });
    expect((await details(student.sysid)).body).toMatchObject({ allergens: ['milk'], blockedMenuSYSIDs: [] });
  });

  it('an update without allergens keeps them, an empty list removes them', async () => {
    const item = await anItem(['milk']);
    const kept = await head.ask<MenuItem>(contract.updateMenu, { sysid: item.sysid, price: 5 });
    expect(kept.body.allergens).toEqual(['milk']);
    const gone = await head.ask<MenuItem>(contract.updateMenu, { sysid: item.sysid, allergens: [] });
    expect(gone.body.allergens).toEqual([]);
    const { sysid } = await aStudent({ allergens: ['milk'] });
    await head.ask(students.updateStudent, { sysid, names: 'Juma Ali Omar' });
    expect((await details(sysid)).body.allergens).toEqual(['milk']);
    await head.ask(students.updateStudent, { sysid, allergens: [] });
    expect((await details(sysid)).body.allergens).toEqual([]);
  });

  it.each([
    ['an empty word', ['']],
    ['too many', Array.from({ length: 21 }, (_, n) => `a${n}`)],
    ['no list', 'peanut'],
  ])('are refused as %s', async (_, allergens) => {
    const refused = await head.ask(contract.createMenu, { name: 'Chai', quantityPerPerson: 1, allergens });
    expect(refused.problem).toBe('input.malformed');
  });

  it("a change of allergens updates the student's timestamp, so that a stale edit is refused", async () => {
    const { sysid } = await aStudent();
    const before = (await details(sysid)).body.updated;
    await head.ask(students.updateStudent, { sysid, allergens: ['soya'] });
    const late = await head.ask(students.updateStudent, { sysid, allergens: [], updated: before });
    expect([late.status, late.problem]).toEqual([409, 'record.changed']);
    expect((await details(sysid)).body.allergens).toEqual(['soya']);
  });

  it('are shown neither in lists nor to agents', async () => {
    const student = await aStudent({ allergens: ['sesame'] });
    const { admissionNumber } = student;
    const listed = await head.ask(students.getStudents, { search: admissionNumber });
    const looked = await cook.ask(students.getCheckStudent, { admissionNumber });
    expect([listed.status, looked.status]).toEqual([200, 200]);
    expect(JSON.stringify([listed.body, looked.body])).not.toContain('sesame');
  });
});

describe('meal with an allergen of the student', () => {
  it('is refused with the allergens and moves neither money nor meal', async () => {
    const item = await anItem(['peanut', 'milk', 'egg'], 10);
    const student = await aStudent({ allergens: ['egg', 'fish', 'peanut'] });
    await head.ask(wallet.deposit, { admissionNumber: student.admissionNumber, amount: 100 });
    const refused = await eat(student, item);
    expect([refused.status, refused.problem, refused.body.detail.allergens]).toEqual([
      422,
      'menu.allergen',
      ['peanut', 'egg'],
    ]);
    const held = await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber: student.admissionNumber });
    expect(held.body.balance).toBe(100);
    const meals = await head.ask(contract.menuTracking, { admissionNumber: student.admissionNumber });
    expect(meals.body).toEqual([]);
  });

  it('a blank override does not pass it', async () => {
    const item = await anItem(['peanut']);
    const student = await aStudent({ allergens: ['peanut'] });
    for (const override of ['', '   ']) expect((await eat(student, item, override)).problem).toBe('menu.allergen');
  });

  it('an override with a reason serves the meal and notifies the office', async () => {
    const item = await anItem(['peanut'], 10);
    const student = await aStudent({ allergens: ['peanut'] });
    const { admissionNumber } = student;
    await head.ask(wallet.deposit, { admissionNumber, amount: 100 });
    expect((await eat(student, item, 'Cooked without nuts today')).body).toMatchObject({ amount: 10, balance: 90 });
    await eat(student, await anItem(['milk']), 'Said for nothing');
    const meals = await head.ask<MealRow[]>(contract.menuTracking, { admissionNumber, sort: 'date' });
    expect(meals.body.map(({ override }) => override)).toEqual(['Cooked without nuts today', null]);
    await server.runJobs();
    const told = (await head.ask<NoticeRow[]>(getNotifications)).body;
    expect(told.map(({ kind }) => kind)).toEqual(['meal.override']);
  });

  it('other students can have the item', async () => {
    const item = await anItem(['peanut']);
    expect((await eat(await aStudent({ allergens: ['milk'] }), item)).status).toBe(200);
    expect((await eat(await aStudent(), item)).status).toBe(200);
  });
});

describe('item blocked for a student', () => {
  it('is refused to that student even with an override', async () => {
    const item = await anItem(['peanut']);
    const student = await aStudent({ allergens: ['peanut'], blockedMenuSYSIDs: [item.sysid] });
    expect((await eat(student, item)).problem).toBe('menu.blocked');
    expect((await eat(student, item, 'The mother called')).problem).toBe('menu.blocked');
    expect((await eat(student, await anItem())).status).toBe(200);
    expect((await eat(await aStudent(), item)).status).toBe(200);
    await head.ask(students.updateStudent, { sysid: student.sysid, allergens: [], blockedMenuSYSIDs: [] });
    expect((await eat(student, item)).status).toBe(200);
  });

  it("must be on the school's own menu", async () => {
    const other = await server.aSchool();
    const stranger = await server.aPerson('SchoolAdmin', other);
    const item = await anItem();
    const elsewhere = await server.aClass(other, 'Grade 1');
    const blocked = { admissionNumber: '7', names: 'A B', classSYSID: elsewhere, blockedMenuSYSIDs: [item.sysid] };
    expect((await stranger.ask(students.createStudent, blocked)).problem).toBe('menu.not-found');
    const { sysid } = await aStudent();
    const none = await head.ask(students.updateStudent, { sysid, blockedMenuSYSIDs: [randomUUID()] });
    expect(none.problem).toBe('menu.not-found');
  });

  it('stays blocked while it is off the menu', async () => {
    const item = await anItem();
    const student = await aStudent({ blockedMenuSYSIDs: [item.sysid] });
    await head.ask(contract.deleteMenu, { sysid: item.sysid });
    const kept = await head.ask<StudentDetails>(students.updateStudent, { sysid: student.sysid, names: 'Juma Omar' });
    expect(kept.body.blockedMenuSYSIDs).toEqual([item.sysid]);
    await head.ask(contract.restoreMenu, { sysid: item.sysid });
    expect((await eat(student, item)).problem).toBe('menu.blocked');
  });
});
