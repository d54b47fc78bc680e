import { randomUUID } from 'node:crypto';
import type { Meal, MealRow, MenuItem } from '@mfuko/contract/canteen';
import * as contract from '@mfuko/contract/canteen';
import { createStudent } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockHand, takeClock } from '../../../tests/clock.testkit.ts';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';

let server: TestServer;
let clock: ClockHand;
let head: Person;
let cook: Person;
let other: Person;
let admissionNumber: string;

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
  const school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  other = await server.aPerson('CheckAgent', school, ['canteen']);
  admissionNumber = String(4000 + aNumber());
  const classSYSID = await server.aClass(school, 'Grade 4');
  await head.ask(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  await head.ask(wallet.deposit, { admissionNumber, amount: 500 });
});

async function anItem(price: number, quantityPerPerson = 1): Promise<string> {
  const item = { name: `Githeri ${aNumber()}`, quantityPerPerson, price };
  return (await head.ask<MenuItem>(contract.createMenu, item)).body.sysid;
}
const eat = (menuItemSYSID: string, key: string | null = randomUUID(), by = cook) =>
  by.ask<Meal>(contract.consumeMenuPin, { menuItemSYSID, admissionNumber, pin: PIN }, key ? { key } : {});
const back = (sysid: string, by = cook, key?: string) =>
  by.ask<{ balance: number; amount: number }>(contract.takeBackMeal, { sysid }, key ? { key } : {});
const balance = async () => (await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber })).body.balance;
const tracked = async () => (await head.ask<MealRow[]>(contract.menuTracking, { admissionNumber })).body;
const moved = async () =>
  (await head.ask<{ kind: string; amount: number }[]>(wallet.getStatement, { admissionNumber })).body;

describe('takeBackMeal', () => {
  it('refunds the meal, which may be served again', async () => {
    const item = await anItem(45.5);
    const { sysid } = (await eat(item)).body;
    expect((await back(sysid)).body).toMatchObject({ sysid, admissionNumber, amount: 45.5, balance: 500 });
    expect(await tracked()).toMatchObject([{ sysid, reversed: true }]);
    expect(await moved()).toMatchObject([
      { kind: 'reversal', amount: 45.5 },
      { kind: 'canteen', amount: -45.5 },
      { kind: 'deposit', amount: 500 },
    ]);
    expect((await eat(item)).body).toMatchObject({ remaining: 0, balance: 454.5 });
  });

  it('takes back a free meal, which is then no first press of a double press', async () => {
    const item = await anItem(0);
    const { sysid } = (await eat(item)).body;
    expect((await back(sysid)).body).toMatchObject({ amount: 0, balance: 500 });
    expect(await tracked()).toMatchObject([{ sysid, reversed: true }]);
    // Pressed at once and without a key: a portion that was taken back does not count as a first press.
    const again = await eat(item, null);
    expect([again.status, again.body.sysid === sysid]).toEqual([200, false]);
    expect((await eat(item)).problem).toBe('canteen.over-quantity');
  });

  it.each([40, 0])('concurrent and repeated calls take back a meal of KES %i once', async (price) => {
    const { sysid } = (await eat(await anItem(price))).body;
    const key = randomUUID();
    const answers = await Promise.all([back(sysid), back(sysid), back(sysid, cook, key)]);
    answers.push(await back(sysid, cook, key));
    for (const { status, body } of answers) expect([status, body.balance]).toEqual([200, 500]);
    expect(await balance()).toBe(500);
  });

  it('is allowed to the serving cook only, within a minute', async () => {
    for (const price of [40, 0]) {
      await clock.set(0);
      const { sysid } = (await eat(await anItem(price))).body;
      expect((await back(sysid, other)).problem).toBe('meal.not-found');
      expect((await back(sysid, head)).problem).toBe('meal.not-found');
      await clock.set(61 / 3_600);
      expect((await back(sysid)).problem).toBe('wallet.too-late');
    }
    expect(await balance()).toBe(460);
  });

  it('a deposit cannot be taken back as a meal, nor a meal as a deposit', async () => {
    const paid = await head.ask<wallet.Moved>(wallet.deposit, { admissionNumber, amount: 20 }, { key: randomUUID() });
    expect((await back(paid.body.receipt.sysid, head)).problem).toBe('meal.not-found');
    const served = (await eat(await anItem(40), randomUUID(), head)).body;
    expect((await head.ask(wallet.takeBack, { sysid: served.sysid })).problem).toBe('wallet.not-reversible');
    expect(await balance()).toBe(480);
  });
});
