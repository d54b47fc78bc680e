import { randomUUID } from 'node:crypto';
import * as contract from '@mfuko/contract/canteen';
import * as sales from '@mfuko/contract/canteen-sales';
import { createStudent } from '@mfuko/contract/students';
import * as wallet from '@mfuko/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { setTimeZoneToNoon } from '../../../tests/noon.testkit.ts';

const PIN = '274951';

let server: TestServer;
let head: Person;
let cook: Person;
let admissionNumber: string;
let githeri: contract.MenuItem;
let juice: contract.MenuItem;

beforeAll(async () => {
  server = await openTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  const school = await server.aSchool();
  await setTimeZoneToNoon(server.ownerUrl, school);
  head = await server.aPerson('SchoolAdmin', school);
  cook = await server.aPerson('CheckAgent', school, ['canteen']);
  admissionNumber = String(4000 + aNumber());
  const classSYSID = await server.aClass(school, 'Grade 4');
  await head.ask(createStudent, { admissionNumber, names: 'Juma Ali', classSYSID, checkPin: PIN });
  await head.ask(wallet.deposit, { admissionNumber, amount: 500 });
  const anItem = async (name: string, price: number) =>
    (await head.ask<contract.MenuItem>(contract.createMenu, { name, price, quantityPerPerson: 3 })).body;
  githeri = await anItem('Githeri', 45.5);
  juice = await anItem('Juice', 20);
});

const raise = (price: number) => head.ask(contract.updateMenu, { sysid: githeri.sysid, price });
const balance = async () => (await head.ask<{ balance: number }>(wallet.getWallet, { admissionNumber })).body.balance;
const eat = (shownAmount: unknown, key: string | null = randomUUID(), pin = PIN) =>
  cook.ask<contract.Meal>(
    contract.consumeMenuPin,
    { menuItemSYSID: githeri.sysid, admissionNumber, pin, shownAmount },
    key === null ? {} : { key },
  );
const sell = (shownAmount: number) =>
  cook.ask<sales.Sale>(
    sales.sellMenuPin,
    {
      ...{ admissionNumber, pin: PIN, shownAmount },
      lines: [
        { menuItemSYSID: githeri.sysid, quantity: 2 },
        { menuItemSYSID: juice.sysid, quantity: 1 },
      ],
    },
    { key: randomUUID() },
  );

describe('shownAmount', () => {
  it('equal to the price, the meal or sale is charged', async () => {
    expect((await eat(45.5)).body).toMatchObject({ amount: 45.5 });
    expect((await sell(111)).body).toMatchObject({ amount: 111 });
    expect(await balance()).toBe(500 - 45.5 - 111);
  });

  it('after a price change the meal is refused with the current prices and nothing is charged', async () => {
    await raise(60);
    expect(await eat(45.5)).toMatchObject({
      status: 409,
      problem: 'menu.price-changed',
      body: {
        message: 'The price is now KES 60.00, not KES 45.50. Nothing was charged.',
        detail: { shown: 45.5, amount: 60, prices: { [githeri.sysid]: 60 } },
      },
    });
    expect((await sell(111)).body).toMatchObject({
      problem: 'menu.price-changed',
      detail: { amount: 140, prices: { [githeri.sysid]: 60, [juice.sysid]: 20 } },
    });
    expect(await balance()).toBe(500);
    expect((await eat(60)).body).toMatchObject({ amount: 60, balance: 440 });
  });

  it('a refused amount costs no PIN try', async () => {
    await raise(60);
    for (let time = 0; time < 6; time++) expect((await eat(45.5, randomUUID(), '999111')).status).toBe(409);
    expect((await eat(60)).status).toBe(200);
  });

  it('a repeat after a price change returns the first answer, with and without a key', async () => {
    const key = randomUUID();
    const first = await eat(45.5, key);
    await raise(60);
    expect((await eat(45.5, key)).body).toEqual(first.body);
    // Without a key and within ten seconds it is a double press.
    expect((await eat(45.5, null)).body).toEqual(first.body);
    expect(await balance()).toBe(454.5);
  });

  it('may be omitted, in which case the current price is charged', async () => {
    await raise(60);
    expect((await eat(undefined)).body).toMatchObject({ amount: 60 });
    expect((await eat(null)).body).toMatchObject({ amount: 60 });
    expect((await eat('a lot')).status).toBe(400);
  });
});
