import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and a student with a PIN that the office has typed.
const ADMIN = '254700000001';
const CASHIER = '254700000147';
const NUMBER = '700183777';
const PIN = '274951';
const OWN = '836042';

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const password = 'kilimanjaro na theluji';
  const cashier = { phoneNumber: CASHIER, email: 'zawadi@example.com', firstName: 'Zawadi', lastNames: 'Njoki' };
  const duties = ['cashier'];
  expect(
    (await office.call('school/createCheckAgent', { ...cashier, password, confirmPassword: password, duties })).status,
  ).toBe(200);
  const classes = await office.call('school/getClasses', {}, 'GET');
  const input = {
    ...{ admissionNumber: NUMBER, names: 'Achieng Odhiambo', checkPin: PIN },
    classSYSID: classes.body[0]?.sysid,
  };
  expect((await office.call('student/createStudent', input)).status).toBe(200);
  expect((await office.call('wallet/deposit', { admissionNumber: NUMBER, amount: 3_000 })).status).toBe(200);
  expect((await office.call('wallet/setLimits', { scope: 'school', firstPin: 300 })).status).toBe(200);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const balance = async () =>
  Number((await office.call('wallet/getWallet', { admissionNumber: NUMBER }, 'GET')).body.balance);

async function payOut(amount: string, pin: string): Promise<void> {
  await journey.open('cashout.pin', 'Cash Out by Pin');
  await page.getByRole('combobox', { name: /Admission number/ }).fill(NUMBER);
  await journey.told('Achieng Odhiambo');
  await page.getByLabel(/Amount/).fill(amount);
  await page.getByRole('textbox', { name: 'Pin' }).fill(pin);
  await page.getByRole('button', { name: 'Cashout' }).click();
}

describe('PIN that the office has set', () => {
  recordFailures(() => page);

  it('rejects a cash-out above the limit of an office-set PIN, until the student chooses their own PIN', async () => {
    await journey.enter(CASHIER);
    await payOut('500', PIN);
    await journey.told(/A PIN set by the office pays out at most/);
    expect(await balance()).toBe(3_000);
    await checkScreenFully(page, 'cash out, own pin needed');
    await page.getByRole('link', { name: 'Own PIN' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Own PIN' }).waitFor();
    await journey.told('Achieng Odhiambo');
    await checkScreenFully(page, 'own pin');
    for (const [name, pin] of [
      ['Current PIN', PIN],
      ['New PIN', OWN],
      ['Repeat new PIN', OWN],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(pin);
    await page.getByRole('button', { name: 'Save the PIN' }).click();
    await journey.told('Achieng Odhiambo has a PIN of their own');
    expect(await page.locator('body').innerText()).not.toContain(OWN);
    await payOut('500', OWN);
    await expect.poll(balance).toBe(2_500);
    expect(journey.complaints).toEqual([]);
  });
});
