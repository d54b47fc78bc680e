import { getRollCall } from '@mfuko/contract/roll-calls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Twelve students of the demo school whose fingers lie in the scanner's tray.
const GUARD = '254700000003';
const ADMIN = '254700000001';
const FIRST = 4001;
const CHILDREN = 12;
const TOUCH = 'Put the finger on the reader';
const LIFT = 'Take the finger off the reader';

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let admin: WireClient;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const banner = () => page.getByRole('region', { name: 'What is happening' });
const shows = (text: string) => banner().filter({ hasText: text }).waitFor();

async function typed(number: number): Promise<void> {
  await page.getByLabel('Admission number').focus();
  await page.keyboard.type(String(number), HAND);
}

async function recorded(number: number): Promise<void> {
  await page.getByRole('list', { name: 'Latest' }).getByText(String(number)).first().waitFor();
  await shows('Student was checked in successfully');
}

describe('gate queue of twelve students', () => {
  recordFailures(() => page);

  it('checks each of twelve students in by one touch, without a false wrong finger', async () => {
    await journey.enter(GUARD);
    await page.goto(`${server.url}/app/checkin.fingerprint`);
    await shows(TOUCH);
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes('Wrong finger')) document.body.dataset.wrong = 'true';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (let number = FIRST; number < FIRST + CHILDREN; number++) {
      // The last child's finger is still on the reader while the next number is typed.
      await typed(number);
      if (number === FIRST + 1) {
        await page.keyboard.press('Escape');
        await shows(LIFT);
        await checkScreen(page, 'check in, finger to be lifted');
        await typed(number);
      }
      // Each second child is pushed on before the one before it has gone.
      if (number % 2 === 0) scanner.lift();
      scanner.touch(number - FIRST + 1);
      await recorded(number);
    }
    scanner.lift();
    expect(await page.evaluate(() => document.body.dataset.wrong)).toBeUndefined();
    await journey.told(`${CHILDREN} in school`);
    expect(journey.complaints).toEqual([]);
  });

  it('sends a wrong finger that stays on the reader only once', async () => {
    const [own, wrong] = [FIRST + 1, 1];
    await page.goto(`${server.url}/app/checkout.fingerprint`);
    await shows(TOUCH);
    let tries = 0;
    page.on('request', (request) => {
      if (request.url().includes('check/outFingerprint')) tries += 1;
    });
    await typed(own);
    scanner.touch(wrong);
    await shows('Wrong finger');
    await page.keyboard.press('Escape');
    await shows(LIFT);
    expect(tries).toBe(1);
    scanner.lift();
    await shows(TOUCH);
  });

  it('tells a second window that another page uses the scanner', async () => {
    const second = await journey.context.newPage();
    await second.goto(`${server.url}/app/checkin.fingerprint`);
    await second.getByText('The scanner is in use by another page of this device').first().waitFor();
    await checkScreen(second, 'check in, scanner busy');
    await second.close();
  });

  it('checks out by finger alone once the guard confirms, and undoes a check-in by finger alone', async () => {
    admin = await connect(server.url);
    await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
    const school = String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
    expect((await admin.call('school/updateSchoolSettings', { sysid: school, fingerOnlyGate: true })).status).toBe(200);
    await page.goto(`${server.url}/app/checkout.fingerprint`);
    await shows('Scan a finger to see who it is');
    scanner.touch(5);
    await shows('press to check out');
    await checkScreen(page, 'check out, named by a touch');
    await banner().getByRole('button', { name: 'Check Out' }).click();
    await shows('Student was checked out successfully');
    scanner.lift();
    await page.goto(`${server.url}/app/checkin.fingerprint`);
    await shows('Scan a finger to check in');
    scanner.touch(5);
    const wrong = banner().getByRole('button', { name: 'Wrong child' });
    await wrong.waitFor();
    await checkScreen(page, 'check in, named by a touch');
    scanner.lift();
    await wrong.click();
    await shows('Undone');
    await journey.told(`${CHILDREN - 1} in school`);
    expect(journey.complaints).toEqual([]);
  });

  it('ticks a roll call by finger, undoes ticks, and reports unknown and unexpected fingers', async () => {
    await page.goto(`${server.url}/app/check.rollcall`);
    await page.getByLabel('Reason').fill('Smoke in the kitchen');
    await page.getByRole('button', { name: 'Start the roll call' }).click();
    const accounted = page.locator('dd').first();
    const accountsFor = (count: number) =>
      expect.poll(() => accounted.textContent()).toBe(`${count} of ${CHILDREN - 1}`);
    await shows('Scan a finger to tick');
    await accountsFor(0);
    await checkScreen(page, 'roll call, waits for a finger');
    const touched = async (finger: number, said: string) => {
      scanner.touch(finger);
      await shows(said);
      scanner.lift();
    };
    await touched(1, 'Is here');
    await accountsFor(1);
    await checkScreen(page, 'roll call, ticked by finger');
    await touched(2, 'Is here');
    await accountsFor(2);
    await banner().getByRole('button', { name: 'Wrong child' }).click();
    await shows('Undone');
    await accountsFor(1);
    await checkScreen(page, 'roll call, a touch taken back');
    await touched(150, 'Finger not recognised');
    await checkScreen(page, 'roll call, a finger of nobody');
    await touched(5, 'Not expected');
    await accountsFor(1);
    await checkScreen(page, 'roll call, a child who is not expected');
    // The touch before the last one is taken back from the list.
    await page.getByRole('region', { name: 'Previously ticked by finger' }).getByRole('button').click();
    await accountsFor(0);
    await touched(3, 'Is here');
    await accountsFor(1);
    expect(journey.complaints).toEqual([]);
  });

  it('ticks a roll call by hand offline, and the record tells these ticks from those by finger', async () => {
    await journey.context.setOffline(true);
    await journey.told('Offline');
    expect(await page.getByText('Scan a finger to tick').count()).toBe(0);
    await page.getByLabel('Admission number').fill(String(FIRST + 3));
    await page.getByRole('button', { name: 'Is here', exact: true }).click();
    await expect.poll(() => page.locator('dd').first().textContent()).toBe(`2 of ${CHILDREN - 1}`);
    await journey.context.setOffline(false);
    await journey.told('Online · 0 waiting');
    admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
    const { sysid, seen = [] } = await admin.ask(getRollCall, { named: true });
    expect(Object.fromEntries(seen.map(({ admissionNumber, byFinger }) => [admissionNumber, byFinger]))).toEqual({
      [FIRST + 2]: true,
      [FIRST + 3]: false,
    });
    expect((await admin.call('check/closeRollCall', { sysid })).status).toBe(200);
    const record = page.getByRole('region', { name: 'Seen', exact: true });
    await record.getByText('by finger').waitFor();
    expect(await record.getByText('by finger').count()).toBe(1);
    await checkScreen(page, 'roll call, its record by finger and by hand');
    // Words of the browser's own about the network that was gone.
    expect(journey.complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
  });
});
