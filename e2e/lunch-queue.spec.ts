import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Twenty students of the demo school; the first twelve have a finger enrolled, which lies in the scanner's tray.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const FIRST = 4001;
const STUDENTS = 20;
const FINGERS = 12;
/** Has nothing in the wallet. */
const POOR = 4020;
const PRICE = 20;

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
  const once = () => ({ 'idempotency-key': randomUUID() });
  for (let number = FIRST; number < FIRST + STUDENTS; number++) {
    await office.call('wallet/deposit', { admissionNumber: String(number), amount: 100 }, 'POST', once());
  }
  const { balance } = (await office.call('wallet/getWallet', { admissionNumber: String(POOR) }, 'GET')).body;
  const all = { admissionNumber: String(POOR), pin: PIN, amount: balance, userName: ADMIN };
  expect((await office.call('wallet/cashOutPin', all, 'POST', once())).status).toBe(200);
  await office.call('school/createMenu', { name: 'Mahamri', quantityPerPerson: 1, price: PRICE }, 'POST', once());
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const band = () => page.getByRole('region', { name: 'Result' });
const tone = (wanted: string) => page.locator(`section[data-tone="${wanted}"]`);

/** The hands stay on the digits: whatever came of a student, the next number can be typed. */
async function typeNumber(number: number): Promise<void> {
  await page.locator('input[name=admissionNumber]:focus').waitFor();
  await page.keyboard.type(String(number));
}

async function servedTo(number: number): Promise<void> {
  await band()
    .filter({ hasText: `(${number})` })
    .filter({ hasText: 'Item was consumed successfully' })
    .waitFor();
  await page.waitForFunction(
    () =>
      document.activeElement?.matches('[name="admissionNumber"]') &&
      !(document.activeElement as HTMLInputElement).value,
  );
}

async function byFinger(number: number, keys: boolean): Promise<void> {
  await typeNumber(number);
  scanner.touch(number - FIRST + 1);
  if (keys) {
    await journey.told('Student fingerprint scanned successfully');
    await page.keyboard.press('Enter');
  }
  await servedTo(number);
  scanner.lift();
}

async function byPin(number: number): Promise<void> {
  await typeNumber(number);
  await page.getByText('This student has no finger enrolled').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(PIN, HAND);
  await page.keyboard.press('Enter');
}

describe('lunch queue of 20 students', () => {
  recordFailures(() => page);

  it('chooses the menu item by keyboard', async () => {
    await journey.enter(BURSAR);
    await journey.open('school.menu.consume', 'No menu item selected');
    await page.getByRole('combobox', { name: 'Menu item' }).focus();
    await page.keyboard.type('mahamr');
    await page.getByRole('option', { name: 'Mahamri' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mahamri' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Number, then finger').waitFor();
  });

  it('serves 19 students by finger and PIN without a mouse, and refuses a student without money', async () => {
    for (let place = 0; place < 4; place++) {
      await byFinger(FIRST + place, true);
      await byPin(FIRST + FINGERS + place);
      await servedTo(FIRST + FINGERS + place);
    }
    await checkScreenFully(page, 'lunch queue, served');

    // The cook switches on serving by finger alone.
    await page.getByRole('switch', { name: 'Serve as soon as the finger is read' }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Admission number').focus();
    for (let number = FIRST + 4; number < FIRST + FINGERS; number++) await byFinger(number, false);
    for (let number = FIRST + FINGERS + 4; number < POOR; number++) {
      await byPin(number);
      await servedTo(number);
    }

    await byPin(POOR);
    await tone('refused').filter({ hasText: 'Not enough money: balance is KES 0.00' }).waitFor();
    await checkScreen(page, 'lunch queue, no money');
    // A student who comes again is refused, and the next number is typed over this one.
    await typeNumber(FIRST + FINGERS);
    await page.getByText('This student has no finger enrolled').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(PIN, HAND);
    await page.keyboard.press('Enter');
    await tone('refused').filter({ hasText: 'Mahamri: the limit is 1 a day' }).waitFor();
    // A slip of the finger is forgotten by a key.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe('');
  });

  it('reports 19 portions in menu tracking', async () => {
    await journey.open('report.menu', 'Menu Tracking');
    await page.getByRole('searchbox', { name: 'Search by student, class or item' }).fill('mahamri');
    await journey.told('19 entries');
    expect(journey.complaints).toEqual([]);
  });

  it('refuses to serve outside the meal windows', async () => {
    await journey.open('school.menu.view', 'View Menu');
    await journey.told('No windows set');
    await page.getByRole('button', { name: 'Add a window' }).click();
    await page.getByRole('button', { name: 'Save the windows' }).click();
    await journey.told('is required');
    await checkScreen(page, 'meal windows, refused');
    // A window of a minute that is never now: Nairobi is three hours ahead, and in the next day from nine in the evening on.
    const early = (new Date().getUTCHours() + 3) % 24 < 12;
    await page.getByRole('textbox', { name: 'Name' }).fill('Supper');
    await page
      .locator('input[type=time]')
      .first()
      .fill(early ? '23:30' : '00:05');
    await page
      .locator('input[type=time]')
      .last()
      .fill(early ? '23:31' : '00:06');
    await page.getByRole('button', { name: 'Save the windows' }).click();
    await journey.told('The meal windows were saved');

    await journey.open('school.menu.consume', 'No menu item selected');
    await page.getByRole('combobox', { name: 'Menu item' }).fill('mahamr');
    await page.getByRole('option', { name: 'Mahamri' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await journey.told('Nothing is served now. Next: Supper from');
    await byPin(FIRST + FINGERS);
    await tone('refused').filter({ hasText: 'Nothing is served now. Next is Supper' }).waitFor();
    await checkScreen(page, 'lunch queue, closed');
  });

  it('takes two items off the menu at once and undoes it', async () => {
    await journey.open('school.menu.view', 'View Menu');
    await page.getByRole('checkbox', { name: 'Select Mahamri', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Select Githeri' }).check();
    await page.getByRole('button', { name: 'Take off the menu' }).click();
    await journey.told('2 items were taken off the menu');
    await page.getByRole('button', { name: 'Undo' }).click();
    await journey.told('2 items are back on the menu');
    expect(journey.complaints).toEqual([]);
  });
});
