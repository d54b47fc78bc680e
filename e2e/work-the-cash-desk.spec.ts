import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People, students and PINs of the demo school; the first twelve students have a finger enrolled, which lies in the scanner's tray.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const FIRST = 4001;
const FINGERS = 12;
const STUDENTS = 20;
/** `npm run chaos:desk` works the queue for 200. */
const PAYMENTS = Number(process.env.DESK_PAYMENTS ?? 20);
/** Each fifth answer is lost, also of the calls that ask for the outcome of a payment; each tenth request never arrives. */
const LOST_EVERY = 5;
const UNSENT_EVERY = 10;
/** A payment after which the page is loaded anew. */
const RELOAD_EVERY = 7;

let server: RunningServer;
let scanner: Scanner;
let office: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  for (let number = FIRST; number < FIRST + STUDENTS; number++)
    await office.call('wallet/deposit', { admissionNumber: String(number), amount: 5_000 }, 'POST', {
      'idempotency-key': randomUUID(),
    });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const band = () => page.getByRole('region', { name: 'Result' });
const box = () => page.getByLabel('Admission number');
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Requests that were to move money. */
let asked = 0;
/** Number of calls that asked for an outcome, and of those whose answer was lost. */
let questions = 0;
let unanswered = 0;

async function balanceOf(number: number): Promise<number> {
  const { body } = await office.call('wallet/getWallet', { admissionNumber: String(number) }, 'GET');
  return Number(body.balance);
}

/** Number, Enter, amount, Enter: by the keyboard alone, from wherever the last payment left the hands. */
async function type(number: number, amount: number): Promise<void> {
  await expect.poll(focused).toBe('admissionNumber');
  await page.keyboard.type(String(number));
  await page
    .locator('form')
    .getByText(/^Grade/)
    .waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('amount');
  await page.keyboard.type(String(amount), HAND);
}

const moved = (words: string, number: number) =>
  band()
    .filter({ hasText: words })
    .filter({ hasText: `(${number})` })
    .waitFor();

describe('cash desk', () => {
  recordFailures(() => page);

  it('opens by keys, and pays out by number, Enter, amount, Enter and finger', async () => {
    await journey.enter(BURSAR);
    await journey.open('school.dash', /./);
    await page.getByRole('heading', { level: 1, name: /^Kilimo/ }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
    await told('Scanner connected successfully. Put student finger 3 times');
    await checkScreen(page, 'cash desk');
    const before = await balanceOf(FIRST);
    await type(FIRST, 1500);
    await expect.poll(() => page.getByRole('textbox', { name: 'Amount (KES)' }).inputValue()).toBe('1,500');
    await page.keyboard.press('Enter');
    await told('Put the finger on');
    await spotCheckScreen(page, 'cash desk, waits for the finger');
    scanner.touch(1);
    await moved('Hand out KES 1,500.00', FIRST);
    scanner.lift();
    expect(await balanceOf(FIRST)).toBe(before - 1500);
    await checkScreen(page, 'cash desk, paid out');
  });

  it('asks for the PIN of a student without a finger, rejects a wrong one, and takes a deposit by F2', async () => {
    await type(FIRST + FINGERS, 70);
    await page.keyboard.press('Enter');
    await page.keyboard.type('111222', HAND);
    await page.keyboard.press('Enter');
    await band().filter({ hasText: 'No money has moved.' }).waitFor();
    await spotCheckScreen(page, 'cash desk, refused');
    await page.keyboard.type(PIN, HAND);
    await page.keyboard.press('Enter');
    await moved('Hand out KES 70.00', FIRST + FINGERS);
    await page.keyboard.press('F2');
    await type(FIRST, 250);
    await page.keyboard.press('Enter');
    await moved('Paid in: KES 250.00', FIRST);
    await spotCheckScreen(page, 'cash desk, taken in');
    await page.keyboard.press('F2');
  });

  it('shows the receipt of an earlier payment', async () => {
    await page.getByRole('button', { name: /^Receipt of .*KES 1,500.00/ }).click();
    await told('CASH OUT · COPY');
    await checkScreen(page, 'cash desk, receipt');
    await page.getByRole('button', { name: 'Close receipt' }).click();
    await page.getByRole('heading', { name: 'My Last Payments' }).waitFor();
    await box().focus();
    expect(journey.complaints).toEqual([]);
  });

  it(
    `pays ${PAYMENTS} times despite lost answers, requests and reloads, and wallets equal what was handed out`,
    async () => {
      const wallets = new Map<number, number>();
      for (let number = FIRST; number < FIRST + STUDENTS; number++) wallets.set(number, await balanceOf(number));
      const lose = async (route: Route) => {
        asked += 1;
        if (asked % UNSENT_EVERY === 7) return route.abort();
        if (asked % LOST_EVERY !== 3) return route.continue();
        await route.fetch();
        await route.abort();
      };
      const loseOutcome = async (route: Route) => {
        questions += 1;
        if (questions % LOST_EVERY !== 1) return route.continue();
        unanswered += 1;
        await route.fetch();
        await route.abort();
      };
      await page.route(/wallet\/(deposit|cashFingerprint|cashOutPin)$/, lose);
      await page.route(/wallet\/closeAttempt$/, loseOutcome);
      let way: 'out' | 'in' = 'out';
      for (let place = 0; place < PAYMENTS; place++) {
        const number = FIRST + ((place * 7) % STUDENTS);
        const wanted = place % 3 === 2 ? 'in' : 'out';
        if (wanted !== way) await page.keyboard.press('F2');
        way = wanted;
        // No two of one amount, or the second within seconds would be a double press.
        const amount = 11 + place;
        await pay(number, amount, way);
        wallets.set(number, (wallets.get(number) ?? 0) + (way === 'in' ? amount : -amount));
        if (place % RELOAD_EVERY !== RELOAD_EVERY - 1) continue;
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Cash desk' }).waitFor();
        await box().focus();
        way = 'out';
      }
      await page.unroute(/wallet\/(deposit|cashFingerprint|cashOutPin)$/);
      await page.unroute(/wallet\/closeAttempt$/);
      expect(asked).toBeGreaterThan(PAYMENTS);
      expect(unanswered).toBeGreaterThan(0);
      expect(unanswered).toBe(Math.ceil(questions / LOST_EVERY));
      for (const [number, balance] of wallets) expect([number, await balanceOf(number)]).toEqual([number, balance]);
    },
    100_000 + PAYMENTS * 10_000,
  );
});

/** Pays until the desk says that it was paid: what was not recorded is tried again as the desk says, with a new finger or the PIN. */
async function pay(number: number, amount: number, way: 'out' | 'in'): Promise<void> {
  const finger = number < FIRST + FINGERS;
  const done = band()
    .filter({ hasText: way === 'in' ? `Paid in: KES ${amount}.00` : `Hand out KES ${amount}.00` })
    .filter({ hasText: `(${number})` });
  const nothing = band().filter({ hasText: 'No money has moved.' });
  await type(number, amount);
  for (let tries = 0; tries < 4; tries++) {
    const before = asked;
    if (way === 'in' || finger || tries === 0) await page.keyboard.press('Enter');
    if (way === 'out' && finger) scanner.touch(number - FIRST + 1);
    if (way === 'out' && !finger) {
      await page.locator('input[name=pin]:focus').waitFor();
      await page.keyboard.type(PIN, HAND);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(before + 1);
    await band().and(page.locator(':not([data-tone=busy])')).waitFor();
    scanner.lift();
    if (await done.isVisible()) return;
    await nothing.waitFor();
  }
  throw new Error(`${number} was not paid ${amount}`);
}
