import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People, students and PINs of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const recorded = () => page.getByText('This was recorded', { exact: true });
const PAYING = '**/api/wallet/cashOutPin';
const CLOSING = '**/api/wallet/closeAttempt';
/** The server carries the call out, and its answer is lost. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

async function payOut(amount: string): Promise<void> {
  await page.getByLabel('Admission number').fill(NUMBER);
  await page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
  await page.getByRole('button', { name: 'Cashout', exact: true }).click();
}

/** Amounts of the cash-outs below: the demo school has others. */
const OURS = [-111, -122, -133, -144, -155];

/** Cash-outs of the student that were recorded, in KES. */
async function paidOut(): Promise<number[]> {
  const { body } = await office.call('wallet/getStatement', { admissionNumber: NUMBER }, 'GET');
  const rows = body as unknown as { amount: number }[];
  return rows.map(({ amount }) => amount).filter((amount) => OURS.includes(amount));
}

describe('cash-out whose answer is lost', () => {
  recordFailures(() => page);

  it('deposits money into the wallet for the cash-outs below', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('textbox', { name: 'Amount (KES)' }).fill('1000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await journey.open('cashout.pin', 'Cash Out by Pin');
  });

  it('shows a cash-out whose answer was lost as paid, with its receipt', async () => {
    await page.route(PAYING, loseAnswer);
    await payOut('111');
    await told(/Cashout successful/);
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await page.unroute(PAYING);
    await expect.poll(paidOut).toEqual([-111]);
  });

  it('shows a cash-out that never reached the server as not recorded, and pays it on retry', async () => {
    await page.route(PAYING, (route) => route.abort());
    await payOut('122');
    await told('The network failed and nothing was recorded.');
    await page.unroute(PAYING);
    expect(await paidOut()).toEqual([-111]);
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.keyboard.press('Enter');
    await told(/Cashout successful/);
    await expect.poll(async () => (await paidOut()).toSorted()).toEqual([-111, -122]);
  });

  it('shows the outcome as unknown while the server cannot be asked, and pays nothing more', async () => {
    await page.route(PAYING, loseAnswer);
    await page.route(CLOSING, (route) => route.abort());
    await payOut('133');
    await told('It is not known if this was recorded');
    await checkScreen(page, 'outcome unknown');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Cashout', exact: true }).click();
    await page.getByText('Do not hand out or pay in again: this page keeps asking.').first().waitFor();
    await expect.poll(paidOut).toHaveLength(3);
  });

  it('reports the outcome after a reload, and does not pay the same cash-out again', async () => {
    await page.reload();
    await told('It is not known if this was recorded');
    await page.unroute(PAYING);
    await page.unroute(CLOSING);
    await recorded().waitFor();
    await told(/Cash-out, KES 133.00, student 4007/);
    await checkScreen(page, 'outcome known');
    await payOut('133');
    await told(/Cashout successful/);
    await recorded().waitFor({ state: 'detached' });
    expect((await paidOut()).toSorted()).toEqual([-111, -122, -133]);
  });

  atNight('keeps a reported outcome on the screen until it is acknowledged', async () => {
    await page.route(PAYING, loseAnswer);
    await page.route(CLOSING, (route) => route.abort());
    await payOut('144');
    await told('It is not known if this was recorded');
    await page.unroute(PAYING);
    await page.unroute(CLOSING);
    await recorded().waitFor();
    // Another payment is another one, and does not take its place.
    await payOut('155');
    await expect.poll(paidOut).toHaveLength(5);
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await recorded().waitFor();
    await page.getByRole('button', { name: 'I have read this' }).click();
    await recorded().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Cash Out by Pin' }).waitFor();
    expect(await recorded().count()).toBe(0);
    expect(await paidOut()).toHaveLength(5);
  });
});

describe('till close whose answer is lost', () => {
  recordFailures(() => page);

  atNight('reports the outcome of a till close after a reload', async () => {
    await journey.open('till', 'Till');
    await page.getByLabel('Float (KES)').fill('500');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close the till' }).click();
    await page.getByLabel('Pieces of 500').fill('1');
    await page.getByRole('button', { name: 'Compare with the books' }).click();
    await page.route('**/api/wallet/closeTill', loseAnswer);
    await page.route(CLOSING, (route) => route.abort());
    await page.getByRole('button', { name: 'Close the till now' }).click();
    await told('It is not known if this was recorded');
    await page.reload();
    await told('It is not known if this was recorded');
    await page.unroute(CLOSING);
    await recorded().waitFor();
    await told(/^Till, /);
    await page.getByRole('button', { name: 'I have read this' }).click();
    await recorded().waitFor({ state: 'detached' });
  });
});

describe('reversed meal whose answer is lost', () => {
  recordFailures(() => page);

  atNight('reports the outcome of a reversed meal after a reload', async () => {
    await office.call('school/createMenu', { name: 'Mahamri', quantityPerPerson: 1, price: 20 });
    await journey.open('school.menu.consume', 'No menu item selected');
    await page.getByRole('combobox', { name: 'Menu item' }).fill('mahamr');
    await page.getByRole('option', { name: 'Mahamri' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Use the PIN instead' }).click();
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Item was consumed successfully');
    await page.route('**/api/check/takeBackMeal', loseAnswer);
    await page.route(CLOSING, (route) => route.abort());
    await page.getByRole('button', { name: /^Take back the portion of / }).click();
    await told('It is not known if this was recorded');
    await page.reload();
    await told('It is not known if this was recorded');
    await page.unroute(CLOSING);
    await recorded().waitFor();
    await told(/^Take-back, /);
  });
});

describe('cash-out without a network', () => {
  atNight('reports an offline cash-out as unknown, and does not send it once the network is back', async () => {
    await journey.open('cashout.pin', 'Cash Out by Pin');
    // The note's code, alone or among the parts that dialogs have of it too.
    const isThere = () =>
      performance.getEntriesByType('resource').some(({ name }) => /\/(OpenAttempts|school-parts)-/.test(name));
    await page.waitForFunction(isThere);
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Balance (KES)');
    await page.context().setOffline(true);
    await payOut('166');
    await told('It is not known if this was recorded');
    await page.getByRole('heading', { level: 1, name: 'Cash Out by Pin' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.url()));
    await page.context().setOffline(false);
    await told('This was not recorded');
    expect(sent.filter((url) => url.includes('cashOutPin'))).toEqual([]);
    expect(await paidOut()).not.toContain(-166);
  });
});
