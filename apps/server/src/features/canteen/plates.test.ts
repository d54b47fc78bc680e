import { randomUUID } from 'node:crypto';
import { excuseAbsence } from '@mfuko/contract/attendance';
import type { MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as plates from '@mfuko/contract/canteen-plates';
import * as sales from '@mfuko/contract/canteen-sales';
import * as gate from '@mfuko/contract/gate';
import { updateSchoolSettings } from '@mfuko/contract/schools';
import { createStudent, deleteStudent } from '@mfuko/contract/students';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';
const DAY = 24;

let server: TestServer;
let school: string;
let clock: ClockHand;
let head: Person;
let cook: Person;
let grades: { name: string; sysid: string; students: { sysid: string; admissionNumber: string }[] }[];

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
  grades = [];
  for (const name of ['Grade 4', 'Grade 5']) {
    const sysid = await server.aClass(school, name);
    const students: (typeof grades)[number]['students'] = [];
    for (let place = 0; place < 3; place++) {
      const input = { admissionNumber: String(4000 + aNumber()), names: 'Juma Ali', classSYSID: sysid, checkPin: PIN };
      students.push((await head.ask<{ sysid: string; admissionNumber: string }>(createStudent, input)).body);
    }
    grades.push({ name, sysid, students });
  }
});

const child = (grade: number, place: number) => {
  const found = grades[grade]?.students[place];
  if (!found) throw new Error('There is no such child.');
  return found;
};
async function anItem(quantityPerPerson = 50): Promise<MenuItem> {
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson, price: 0 };
  return (await head.ask<MenuItem>(contract.createMenu, item)).body;
}
const eat = ({ admissionNumber }: { admissionNumber: string }, { sysid: menuItemSYSID }: MenuItem, quantity = 1) =>
  cook.ask<sales.Sale>(
    sales.sellMenuPin,
    { admissionNumber, pin: PIN, lines: [{ menuItemSYSID, quantity }] },
    { key: randomUUID() },
  );
const today = async () => (await cook.ask<plates.MealsToday>(plates.mealsToday, {})).body;
const forecast = async () => (await cook.ask<plates.PlatesForecast>(plates.platesForecast, {})).body;
/** Sets the clock so many weeks back, to the weekday of tomorrow. */
const weeksAgo = (weeks: number) => clock.set((1 - 7 * weeks) * DAY);

/** Checks in or out by PIN. */
const pass = (
  endpoint: typeof gate.checkInPin | typeof gate.checkOutPin,
  { admissionNumber }: { admissionNumber: string },
) => head.ask(endpoint, { admissionNumber, pin: PIN }, { key: randomUUID() });
/** Returns the ISO weekday in so many days; 1 is Monday. */
const isoWeekdayAfter = (days: number) => ((new Date().getUTCDay() + days + 6) % 7) + 1;
const left = async (query: object = {}) =>
  (await head.ask<{ sysid: string }[]>(plates.notYetEaten, { ...query, sort: 'admissionNumber' })).body.map(
    ({ sysid }) => sysid,
  );

describe('absent students in mealsToday', () => {
  it.each([
    ['of lessons', [1, 2, 3, 4, 5, 6, 7]],
    ['without lessons', [isoWeekdayAfter(2)]],
  ])('are counted apart from those who have not eaten, unless they have, on a day %s', async (_, schoolDays) => {
    const admin = await server.aPerson('Admin');
    expect((await admin.ask(updateSchoolSettings, { sysid: school, schoolDays })).status).toBe(200);
    const item = await anItem();
    const [present, excused, gone] = [child(0, 0), child(0, 1), child(0, 2)];
    await pass(gate.checkInPin, present);
    await pass(gate.checkInPin, gone);
    const { day } = await today();
    const excuse = { from: day, until: day, reason: 'sick' };
    expect((await head.ask(excuseAbsence, { studentSYSID: excused.sysid, ...excuse })).status).toBe(200);
    expect((await today()).classes[0]).toMatchObject({ students: 3, eaten: 0, away: 1 });
    await pass(gate.checkOutPin, gone);
    expect((await today()).classes).toMatchObject([
      { class: 'Grade 4', students: 3, eaten: 0, away: 2 },
      // Nothing says that these students are absent.
      { class: 'Grade 5', students: 3, eaten: 0, away: 0 },
    ]);
    const classSYSID = grades[0]?.sysid;
    expect(await left({ classSYSID })).toEqual([present.sysid]);
    expect(new Set(await left({ classSYSID, away: true }))).toEqual(new Set([excused.sysid, gone.sysid]));
    // A portion at the counter outweighs the excuse.
    await eat(excused, item);
    expect((await today()).classes[0]).toMatchObject({ eaten: 1, away: 1 });
    expect(await left({ classSYSID, away: true })).toEqual([gone.sysid]);
  });
});

describe('notYetEaten', () => {
  it('counts each student once per class, without reversed meals and deleted students', async () => {
    const item = await anItem();
    await eat(child(0, 0), item, 2);
    await eat(child(0, 0), item);
    const slip = await eat(child(0, 1), item);
    await cook.ask(sales.takeBackSale, { sysid: slip.body.sysid });
    await eat(child(1, 0), item);
    await head.ask(deleteStudent, { sysid: child(1, 2).sysid });
    expect(await today()).toMatchObject({
      window: null,
      classes: [
        { class: 'Grade 4', students: 3, eaten: 1 },
        { class: 'Grade 5', students: 2, eaten: 1 },
      ],
    });
    const missing = await head.ask<{ sysid: string }[]>(plates.notYetEaten, { classSYSID: grades[0]?.sysid });
    expect(missing.body.map(({ sysid }) => sysid).toSorted()).toEqual(
      [child(0, 1).sysid, child(0, 2).sysid].toSorted(),
    );
    expect((await head.ask<unknown[]>(plates.notYetEaten, {})).body.length).toBeGreaterThan(missing.body.length);
  });

  it('counts for the open window and starts again each day', async () => {
    const item = await anItem();
    const windows = [
      { name: 'Breakfast', from: '06:00', to: '09:00' },
      { name: 'Lunch', from: '11:00', to: '15:00' },
    ];
    await head.ask(contract.updateMealWindows, { windows });
    await clock.set(-5);
    await eat(child(0, 0), item);
    expect(await today()).toMatchObject({ window: 'Breakfast', classes: [{ eaten: 1 }, { eaten: 0 }] });
    await clock.set(0);
    expect(await today()).toMatchObject({ window: 'Lunch', classes: [{ eaten: 0 }, { eaten: 0 }] });
    await eat(child(1, 0), item);
    expect(await today()).toMatchObject({ window: 'Lunch', classes: [{ eaten: 0 }, { eaten: 1 }] });
    await clock.set(DAY);
    expect(await today()).toMatchObject({ classes: [{ eaten: 0 }, { eaten: 0 }] });
  });

  it('names are shown to the office only, numbers to the cook', async () => {
    expect((await cook.ask(plates.notYetEaten, {})).status).toBe(403);
    const gate = await server.aPerson('CheckAgent', school, ['gate']);
    expect((await gate.ask(plates.mealsToday, {})).status).toBe(403);
    expect((await gate.ask(plates.platesForecast, {})).status).toBe(403);
  });
});

describe('platesForecast by weekday', () => {
  it('is the mean of the last four same weekdays, with least and most', async () => {
    const [githeri, chai] = [await anItem(), await anItem()];
    for (const [weeks, portions] of [
      [4, 10],
      [3, 11],
      [2, 12],
      [1, 10],
    ] as const) {
      await weeksAgo(weeks);
      await eat(child(0, 0), githeri, portions);
      if (weeks === 1) await eat(child(0, 1), chai, 9);
    }
    await weeksAgo(5);
    await eat(child(0, 0), githeri, 50);
    await clock.set(-DAY);
    await eat(child(0, 0), githeri, 50);
    await clock.set(0);
    await eat(child(0, 0), githeri, 50);
    const { weeks, plates: found } = await forecast();
    expect(weeks).toBe(4);
    expect(found).toEqual([
      {
        ...{ menuItemSYSID: githeri.sysid, menuItem: githeri.name, window: null },
        ...{ plates: 11, least: 10, most: 12, sure: 'good' },
      },
      {
        ...{ menuItemSYSID: chai.sysid, menuItem: chai.name, window: null },
        ...{ plates: 3, least: 0, most: 9, sure: 'poor' },
      },
    ]);
  });

  it('ignores days without meals, reversed meals and items off the menu', async () => {
    const [githeri, gone] = [await anItem(), await anItem()];
    for (const weeks of [3, 1]) {
      await weeksAgo(weeks);
      await eat(child(0, 0), githeri, 20);
      await eat(child(0, 0), gone, 20);
      const slip = await eat(child(0, 1), githeri, 5);
      expect((await cook.ask(sales.takeBackSale, { sysid: slip.body.sysid })).status).toBe(200);
    }
    await clock.set(0);
    await head.ask(contract.deleteMenu, { sysid: gone.sysid });
    expect(await forecast()).toMatchObject({
      weeks: 2,
      plates: [{ menuItem: githeri.name, plates: 20, least: 20, most: 20, sure: 'fair' }],
    });
  });

  it('is given per window, in order', async () => {
    const item = await anItem();
    const windows = [
      { name: 'Breakfast', from: '06:00', to: '09:00' },
      { name: 'Lunch', from: '11:00', to: '15:00' },
    ];
    await head.ask(contract.updateMealWindows, { windows });
    for (const weeks of [1, 2]) {
      await clock.set((1 - 7 * weeks) * DAY - 5);
      await eat(child(0, 0), item, 3);
      await weeksAgo(weeks);
      await eat(child(0, 0), item, 30);
    }
    await clock.set(0);
    expect((await forecast()).plates).toMatchObject([
      { window: 'Breakfast', plates: 3 },
      { window: 'Lunch', plates: 30 },
    ]);
  });

  it('is empty for a weekday without meals', async () => {
    expect(await forecast()).toMatchObject({ weeks: 0, plates: [] });
  });
});
