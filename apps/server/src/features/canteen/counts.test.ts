import { randomUUID } from 'node:crypto';
import type { Meal, MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import * as plates from '@mfuko/contract/canteen-plates';
import { createStudent } from '@mfuko/contract/students';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disableRowSecurity } from '../../../tests/hostile.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';

let server: TestServer;
let owner: pg.Client;
let school: string;
let head: Person;
let cook: Person;
let classSYSID: string;

beforeAll(async () => {
  server = await openTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await disableRowSecurity(owner);
  await owner.query('ALTER TABLE meals DISABLE TRIGGER append_only');
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});
beforeEach(async () => {
  school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  classSYSID = await server.aClass(school, 'Grade 4');
});

async function aStudent(): Promise<string> {
  const admissionNumber = String(4000 + aNumber());
  await head.ask(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  return admissionNumber;
}
async function anItem(): Promise<MenuItem> {
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson: 50, price: 0 };
  return (await head.ask<MenuItem>(contract.createMenu, item)).body;
}
async function eat(admissionNumber: string, { sysid: menuItemSYSID }: MenuItem): Promise<Meal> {
  const { status, body } = await cook.ask<Meal>(
    contract.consumeMenuPin,
    { admissionNumber, menuItemSYSID, pin: PIN },
    { key: randomUUID() },
  );
  expect(status).toBe(200);
  return body;
}
/** Moves a portion to a time of the school's day, so many days ago. */
const happened = ({ sysid }: Meal, time: string, daysAgo = 0) =>
  owner.query(
    `UPDATE meals m SET day = now.day - $4::int, at = ((now.day - $4::int)::text || ' ' || $3)::timestamp AT TIME ZONE now.time_zone
     FROM (SELECT id, time_zone, (clock_timestamp() AT TIME ZONE time_zone)::date AS day FROM schools) AS now
     WHERE now.id = m.school_id AND m.school_id = $1 AND m.id = $2`,
    [school, sysid, time, daysAgo],
  );

describe('meal window boundaries', () => {
  it.each([
    ['10:59:59.999', 0],
    ['11:00:00', 1],
    ['14:59:59.999', 1],
    ['15:00:00', 0],
  ])('a portion at %s counts %i times for the window from 11:00 to 15:00', async (time, counts) => {
    await head.ask(contract.updateMealWindows, { windows: [{ name: 'Lunch', from: '11:00', to: '15:00' }] });
    const [student, item] = [await aStudent(), await anItem()];
    await happened(await eat(student, item), time);
    const { window, classes } = (await cook.ask<plates.MealsToday>(plates.mealsToday, {})).body;
    expect([window, classes.map(({ eaten }) => eaten)]).toEqual(['Lunch', [counts]]);
    expect((await head.ask<unknown[]>(plates.notYetEaten, {})).body).toHaveLength(1 - counts);
    expect((await eat(student, item)).remaining).toBe(49 - counts);
  });
});

describe('platesForecast', () => {
  it('forecasts the next day, sorted by number of plates', async () => {
    const [student, chai, githeri] = [await aStudent(), await anItem(), await anItem()];
    await happened(await eat(student, chai), '12:05', 6);
    for (const minute of ['12:20', '12:21']) await happened(await eat(student, githeri), minute, 6);
    const found = (await cook.ask<plates.PlatesForecast>(plates.platesForecast, {})).body;
    expect(found.plates.map(({ menuItemSYSID, plates: count }) => [menuItemSYSID, count])).toEqual([
      [githeri.sysid, 2],
      [chai.sysid, 1],
    ]);
    const { rows } = await owner.query<{ day: string }>(
      `SELECT ((clock_timestamp() AT TIME ZONE time_zone)::date + 1)::text AS day FROM schools WHERE id = $1`,
      [school],
    );
    expect(found.day).toBe(rows[0]?.day);
  });

  it('counts four weeks back, without a fifth week and today', async () => {
    const [student, item] = [await aStudent(), await anItem()];
    await happened(await eat(student, item), '12:00', 34);
    await happened(await eat(student, item), '12:00', 0);
    expect((await cook.ask<plates.PlatesForecast>(plates.platesForecast, {})).body).toMatchObject({ weeks: 0 });
    await happened(await eat(student, item), '00:00', 27);
    expect((await cook.ask<plates.PlatesForecast>(plates.platesForecast, {})).body).toMatchObject({
      weeks: 1,
      plates: [{ menuItemSYSID: item.sysid, plates: 1 }],
    });
  });
});

describe('menuTracking filters', () => {
  it('filters by student, by item and by a time range without its end', async () => {
    // A class in which nobody has eaten.
    await server.aClass(school, 'Grade 5');
    const [one, other] = [await aStudent(), await aStudent()];
    const [githeri, chai] = [await anItem(), await anItem()];
    const meals = [await eat(one, githeri), await eat(other, githeri), await eat(other, chai)];
    const listed = async (query: object) =>
      (await head.ask<MealRow[]>(contract.menuTracking, { ...query, sort: 'date' })).body.map(({ sysid }) => sysid);
    const [first, second, third] = meals.map(({ sysid }) => sysid);
    expect(await listed({ admissionNumber: one })).toEqual([first]);
    expect(await listed({ admissionNumber: other })).toEqual([second, third]);
    expect(await listed({ menuItemSYSID: chai.sysid })).toEqual([third]);
    for (const [place, meal] of meals.entries()) await happened(meal, `12:0${place}:00`);
    const dates = (await head.ask<MealRow[]>(contract.menuTracking, { sort: 'date' })).body.map(({ date }) => date);
    expect(await listed({ from: dates[1], to: dates[2] })).toEqual([second]);
  });
});
