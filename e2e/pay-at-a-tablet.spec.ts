import { getStatement, getWallet } from '@mfuko/contract/wallet';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and a student of the demo school.
const ADMIN = '254700000001';
const CASHIER = '254700000145';
const PIN = '274951';
const NUMBER = '4001';

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
  const made = await office.call('school/createCheckAgent', {
    phoneNumber: CASHIER,
    email: 'keshia@example.com',
    firstName: 'Zawadi',
    lastNames: 'Njoki',
    password,
    confirmPassword: password,
    duties: ['cashier', 'gate'],
  });
  expect(made.status).toBe(200);
  expect((await office.call('wallet/deposit', { admissionNumber: NUMBER, amount: 0.75 })).status).toBe(200);
  before = new Set((await statement()).map(({ sysid }) => sysid));
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

/** Waits for the outcome of a payment, which is visible with its buttons wherever the page is scrolled to. */
async function banded(words: string, at: Page = page): Promise<void> {
  const band = at.getByRole('region', { name: 'Result' }).filter({ hasText: words });
  await band.waitFor();
  for (const part of [band, at.getByRole('group', { name: 'Direction', exact: true })]) {
    const seen = await part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect([words, 'in sight', seen]).toEqual([words, 'in sight', true]);
  }
}
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Number and amount by the keyboard alone, as far as Enter leads. */
async function type(amount: string): Promise<void> {
  await page.getByLabel('Admission number').focus();
  await page.keyboard.type(NUMBER, { delay: 60 });
  await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[name=amount]:focus').waitFor();
  await page.keyboard.type(amount, { delay: 60 });
}

/** Taps on the keypad of the screen. */
async function tap(digits: string, at: Page = page): Promise<void> {
  const keypad = at.getByRole('group', { name: 'Keypad' });
  for (const digit of digits) await keypad.getByRole('button', { name: digit, exact: true }).click();
}

let before = new Set<string>();
/** Rows of the student's statement, the newest first. */
const statement = () => office.list(getStatement, { admissionNumber: NUMBER });

/** Amounts that this desk moved, in KES, the newest first. */
async function moved(): Promise<number[]> {
  return (await statement()).filter(({ sysid }) => !before.has(sysid)).map(({ amount }) => amount);
}

describe('lean cash desk', () => {
  recordFailures(() => page);

  it('opens from the gate for a cashier', async () => {
    await journey.enter(CASHIER);
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByRole('link', { name: 'Cash desk' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
    await page.getByRole('link', { name: 'Gate' }).waitFor();
    expect(await page.locator('kbd').filter({ visible: true }).allInnerTexts()).toEqual(['F2', 'F4', 'Esc', 'F3']);
    await page.getByText('Number, Enter, amount, Enter').waitFor();
    await banded('Ready for the next student');
    await checkScreenFully(page, 'lean cash desk');
  });

  it('opens from the roll call and from the bus desk', async () => {
    for (const desk of ['check.rollcall', 'check.trip']) {
      await page.goto(`${server.url}/app/${desk}`);
      await page.getByRole('link', { name: 'Cash desk' }).click();
      await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
    }
  });

  it('takes a deposit of KES 1,500 by keyboard, and shows its receipt', async () => {
    await page.keyboard.press('F2');
    await button(/^Pay in/)
      .and(page.locator('[aria-pressed=true]'))
      .waitFor();
    await type('1500');
    expect(await page.locator('input[name=amount]').inputValue()).toBe('1,500');
    await page.keyboard.press('Enter');
    await banded('Paid in: KES 1,500.00');
    await expect.poll(moved).toEqual([1500]);
    await button(/^Receipt of .*1,500\.00/).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('POCKET MONEY PAID IN').waitFor();
    await checkScreenFully(page, 'lean cash desk, taken in');
    await button('Close receipt').click();
  });

  it('pays KES 200 out by PIN with amount chips and keypad', async () => {
    await button(/^Pay out/)
      .first()
      .click();
    await button(/^Use the PIN/).click();
    await tap(NUMBER);
    await page.locator('form').filter({ hasText: /Grade/ }).waitFor();
    const chips = page.getByRole('group', { name: 'Amounts' });
    // Whole shillings: the cents of the balance stay.
    await chips.getByRole('button', { name: /^All \d,\d{3}$/ }).click();
    const amount = page.locator('input[name=amount]');
    const { balance, mostCash } = await office.ask(getWallet, { admissionNumber: NUMBER });
    expect([await amount.inputValue(), balance - mostCash]).toEqual([mostCash.toLocaleString('en'), 0.75]);
    await chips.getByRole('button', { name: '200' }).click();
    expect(await amount.inputValue()).toBe('200');
    await page.keyboard.press('F4');
    expect(await amount.inputValue()).toBe(mostCash.toLocaleString('en'));
    await chips.getByRole('button', { name: '200' }).click();
    await page.locator('input[name=pin]').click();
    await tap(PIN);
    await button('Pay out KES 200.00').click();
    await banded('Hand out KES 200.00');
    await expect.poll(moved).toEqual([-200, 1500]);
    await checkScreenFully(page, 'lean cash desk, paid out');
  });

  it('keeps result and buttons in view on touch screens, and names no keys there', async () => {
    for (const [viewport, amount] of [
      [{ width: 1024, height: 600 }, '60'],
      [{ width: 390, height: 700 }, '70'],
    ] as const) {
      const storageState = await journey.context.storageState();
      const touch = { viewport, storageState, hasTouch: true, isMobile: true };
      const context = await journey.browser.newContext({ ...touch, reducedMotion: 'reduce' });
      const tablet = await context.newPage();
      await tablet.goto(`${server.url}/app/check.cash`);
      await tablet.getByText('Number and amount, then finger or PIN').waitFor();
      await tablet.getByRole('button', { name: /^Pay in/ }).tap();
      await tap(NUMBER, tablet);
      await tablet.locator('form').filter({ hasText: /Grade/ }).waitFor();
      await tablet.locator('input[name=amount]').tap();
      await tap(amount, tablet);
      await tablet.getByRole('button', { name: `Pay in KES ${amount}.00` }).tap();
      await banded(`Paid in: KES ${amount}.00`, tablet);
      await tablet.getByText('After one minute, a second person must reverse it').waitFor();
      expect(await tablet.locator('kbd').filter({ visible: true }).count()).toBe(0);
      expect(await tablet.getByText('Alt+Z').count()).toBe(0);
      await checkScreen(tablet, `lean cash desk, by touch at ${viewport.width}`);
      await context.close();
    }
    await expect.poll(moved).toEqual([70, 60, -200, 1500]);
  });

  it('pays a cash-out once when its answer is lost', async () => {
    const pays = '**/api/wallet/cashOutPin';
    // The server carries the call out, and its answer is lost.
    await page.route(pays, async (route: Route) => {
      await route.fetch();
      await route.abort();
    });
    await type('111');
    await page.keyboard.press('Enter');
    await page.locator('input[name=pin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
    await page.keyboard.press('Enter');
    await banded('Hand out KES 111.00');
    await page.unroute(pays);
    await expect.poll(moved).toEqual([-111, 70, 60, -200, 1500]);
  });

  it('reverses its own deposit within a minute', async () => {
    await page.keyboard.press('F2');
    await type('77');
    await page.keyboard.press('Enter');
    await banded('Paid in: KES 77.00');
    await button(/^Take back/).click();
    await banded('The payment was taken back');
    await expect.poll(moved).toEqual([-77, 77, -111, 70, 60, -200, 1500]);
  });

  it('says that there is no network, and reports an unknown deposit after a reload as not recorded', async () => {
    await journey.context.setOffline(true);
    await journey.told('There is no network');
    await checkScreenFully(page, 'lean cash desk, no network');
    await journey.context.setOffline(false);
    const closes = '**/api/wallet/closeAttempt';
    const pays = '**/api/wallet/deposit';
    for (const way of [pays, closes]) await page.route(way, (route) => route.abort());
    await type('55');
    await page.keyboard.press('Enter');
    await page.getByText('It is not known if this was recorded').first().waitFor();
    await checkScreenFully(page, 'lean cash desk, unknown');
    await page.reload();
    await page.getByText('It is not known if this was recorded').first().waitFor();
    for (const way of [pays, closes]) await page.unroute(way);
    await page.getByText('This was not recorded', { exact: false }).first().waitFor();
    expect(await moved()).toEqual([-77, 77, -111, 70, 60, -200, 1500]);
  });
});
