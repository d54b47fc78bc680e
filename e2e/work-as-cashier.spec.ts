import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school; the student's finger lies in the scanner's tray.
const ADMIN = '254700000001';
const CASHIER = '254700000144';
const PIN = '274951';
const NUMBER = '4001';

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  const office = await connect(server.url);
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
  await office.call('wallet/deposit', { admissionNumber: NUMBER, amount: 5_000 });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const banded = (words: string) => page.getByRole('region', { name: 'Result' }).filter({ hasText: words }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Types number and amount, by the keyboard alone. */
async function type(amount: string): Promise<void> {
  await page.getByLabel('Admission number').focus();
  await page.keyboard.type(NUMBER);
  // The form's own word: a receipt beside it names the class too.
  await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[name=amount]:focus').waitFor();
  await page.keyboard.type(amount, { delay: 60 });
  await page.keyboard.press('Enter');
}

describe('day of a cashier', () => {
  recordFailures(() => page);

  it('starts at the cash desk, and offers the screens of a cashier only', async () => {
    await journey.signIn(CASHIER);
    await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
    await told('Scanner connected successfully. Put student finger 3 times');
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: /^cash desk$/i }).waitFor();
    for (const group of await menu.locator('button[aria-expanded=false]').all()) await group.click();
    const links = async () => (await menu.getByRole('link').allInnerTexts()).map((link) => link.trim());
    await expect
      .poll(links)
      .toEqual([
        'Upload Pocket Money',
        expect.stringMatching(/^Cash \w+$/),
        expect.stringMatching(/^Cash \w+ on a Tablet$/),
        'Cash Out by Fingerprint',
        'Cash Out by Pin',
        'Own PIN',
        'Validate Token',
        'Till',
        'My Profile',
        'This Device',
      ]);
    await checkScreen(page, 'cash desk of a cashier');
  });

  it('opens a till with a float as a cashier', async () => {
    await journey.open('till', 'Till');
    await page.getByLabel('Float (KES)').fill('500');
    await page.keyboard.press('Enter');
    await told('The till is open with KES 500.00');
    await checkScreen(page, 'till of a cashier');
  });

  it("pays out by finger and takes a deposit by F2, with the school's logo on the receipt", async () => {
    await journey.open('cash.desk', 'Cash desk');
    await told('Scanner connected successfully. Put student finger 3 times');
    await type('120');
    await told('Put the finger on');
    scanner.touch(1);
    await banded('Hand out KES 120.00');
    scanner.lift();
    await told(/and holds KES 380.00/);
    await page.getByRole('button', { name: /^Receipt of .*KES 120.00/ }).click();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    const logo = receipt.locator('header img');
    await logo.waitFor();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await receipt.getByText('Kilimo').first().waitFor();
    await receipt.getByText('Zawadi Njoki').waitFor();
    await checkScreen(page, 'receipt of a cashier');
    await button('Close receipt').click();
    await page.keyboard.press('F2');
    await type('250');
    await banded('Paid in: KES 250.00');
    await told(/and holds KES 630.00/);
  });

  it('reverses the last deposit by Alt+Z', async () => {
    await page.keyboard.press('Alt+z');
    await told(/^The payment was taken back, balance: /);
    await told(/and holds KES 380.00/);
  });

  it('pays cash out by PIN as a cashier', async () => {
    await journey.open('cashout.pin', 'Cash Out by Pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Balance (KES)');
    await page.getByRole('textbox', { name: 'Amount (KES)' }).fill('80');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await button('Cashout').click();
    await told(/Cashout successful balance/);
    await told(/and holds KES 300.00/);
    await spotCheckScreen(page, 'cash out of a cashier');
  });

  it('closes the till with a count that matches', async () => {
    await journey.open('till', 'Till');
    await button('Close the till').click();
    await page.getByLabel('Pieces of 200', { exact: true }).fill('1');
    await page.getByLabel('Pieces of 100', { exact: true }).fill('1');
    await button('Compare with the books').click();
    await button('Close the till now').click();
    await page.getByRole('heading', { level: 1, name: 'The till is closed' }).waitFor();
    await told('Z-REPORT');
    await checkScreen(page, 'till of a cashier, closed');
    expect(journey.complaints).toEqual([]);
  });

  it('ends the session of a cashier at a screen of the office', async () => {
    await page.goto(`${server.url}/app/student.balances`);
    await page.getByLabel('Phone number').waitFor();
  });
});
