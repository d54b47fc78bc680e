import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and a student whose finger lies in the scanner's tray.
const ADMIN = '254700000001';
const GUARD = '254700000003';
const CASHIER = '254700000146';
const DESK_PIN = '816240';
const NUMBER = '4001';

let server: RunningServer;
let scanner: Scanner;
let office: WireClient;
let journey: Journey;
let page: Page;
let code: string;
let first: number;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const password = 'kilimanjaro na theluji';
  const made = await office.call('school/createCheckAgent', {
    phoneNumber: CASHIER,
    email: 'keshia@example.com',
    firstName: 'Zawadi',
    lastNames: 'Njoki',
    password,
    confirmPassword: password,
    duties: ['cashier'],
  });
  expect(made.status).toBe(200);
  expect((await office.call('wallet/deposit', { admissionNumber: NUMBER, amount: 3_000 })).status).toBe(200);
  code = String((await office.call('school/createDeviceCode', { label: 'Cash tablet', role: 'cashier' })).body.code);
  first = await balance();
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const locked = () => page.getByRole('dialog', { name: 'Locked' }).waitFor();
const banded = (words: string) => page.getByRole('region', { name: 'Result' }).filter({ hasText: words }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.locator(`input[name=${name}]`);

async function balance(): Promise<number> {
  return Number((await office.call('wallet/getWallet', { admissionNumber: NUMBER }, 'GET')).body.balance);
}

/** Paid out since the beginning, in KES. */
const paidOut = async () => first - (await balance());

async function tap(digits: string): Promise<void> {
  const keypad = page.getByRole('group', { name: 'Keypad' });
  for (const digit of digits) await keypad.getByRole('button', { name: digit, exact: true }).click();
}

/** Number and amount by the keypad alone, as far as its last key leads: to the finger. */
async function askFor(amount: string): Promise<void> {
  await tap(NUMBER);
  await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
  await field('amount').click();
  await tap(amount);
  await button(`Pay out KES ${amount}.00`).click();
  await banded('Put the finger on');
}

async function unlock(): Promise<void> {
  await page.getByLabel(/PIN of /).waitFor();
  await page.keyboard.type(DESK_PIN, { delay: 45 });
  await field('admissionNumber').waitFor();
}

describe('cash desk on an enrolled device', () => {
  recordFailures(() => page);

  it('opens at the cash desk when a cashier signs in', async () => {
    await journey.signIn(GUARD);
    await page.goto(`${server.url}/app/device.this`);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await button('Enrol this device').click();
    await told('The school recognises this device by its key');
    await page.goto(`${server.url}/app/checkin.pin`);
    await button('Logout').click();
    await page.waitForURL('**/auth');
    await journey.signIn(CASHIER);
    await page.waitForURL('**/app/check.cash');
    await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
    await page.goto(`${server.url}/app/my.profile`);
    await button('Set a desk PIN').click();
    for (const name of ['New desk PIN', 'Repeat the PIN']) await page.getByRole('textbox', { name }).fill(DESK_PIN);
    await button('Save the PIN').click();
    await told('Your desk PIN was saved');
  });

  it('pays cash out by finger with number and amount from the keypad', async () => {
    await page.goto(`${server.url}/app/check.cash`);
    await told('Scanner connected successfully');
    await checkScreen(page, 'lean cash desk, with a lock');
    await askFor('120');
    await checkScreen(page, 'lean cash desk, waits for a finger');
    scanner.touch(1);
    await banded('Hand out KES 120.00');
    scanner.lift();
    await expect.poll(paidOut).toBe(120);
  });

  it('hides typed input behind the lock, and pays nothing by a finger scanned while locked', async () => {
    await askFor('150');
    await button('Lock').click();
    await locked();
    expect(await page.locator('body').ariaSnapshot()).not.toMatch(/Achieng|4001|150|Admission/);
    await checkScreen(page, 'lean cash desk, locked');
    scanner.touch(1);
    await unlock();
    expect([await field('admissionNumber').inputValue(), await field('amount').inputValue()]).toEqual([NUMBER, '150']);
    // The finger that was laid on meanwhile is read, and pays nothing before the key is pressed again.
    await page.getByRole('img', { name: 'Scanned fingerprint' }).waitFor();
    await banded('Ready for the next student');
    expect(await paidOut()).toBe(120);
  });

  it('pays the entered amount out after unlocking', async () => {
    await button('Pay out KES 150.00').click();
    await banded('Hand out KES 150.00');
    scanner.lift();
    await expect.poll(paidOut).toBe(270);
  });

  it('unlocks without a network, says that there is none, and pays out once it is back', async () => {
    await expectGateKept(page);
    await button('Lock').click();
    await locked();
    await journey.context.setOffline(true);
    await page.goto(`${server.url}/app/check.cash`);
    await locked();
    await unlock();
    await told('There is no network');
    await journey.context.setOffline(false);
    await page.getByText('There is no network').waitFor({ state: 'detached' });
    await askFor('50');
    scanner.touch(1);
    await banded('Hand out KES 50.00');
    scanner.lift();
    await expect.poll(paidOut).toBe(320);
    const ours = journey.complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(each));
    expect(ours).toEqual([]);
  });
});
