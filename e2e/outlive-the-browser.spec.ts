import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killBrowser, launchOn } from './browser.ts';
import { connect, type WireClient } from './client.ts';
import { recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { byHand, pressAt } from './keys.ts';
import { type RunningServer, startServer } from './server.ts';

/** `npm run proof:offline` records 500; what it does is the same. */
const PROVEN = process.env.OFFLINE_EVENTS;
const EVENTS = Number(PROVEN ?? 9);
const FIRST = 700_200_001;
const ADMIN = '254700000001';
const GUARD = '254700000003';
const PIN = '274951';
const DESK_PIN = '816240';
const NAIROBI = { longitude: 36.82, latitude: -1.29 };

let server: RunningServer;
let admin: WireClient;
let folder: string;
let tablet: BrowserContext;
let page: Page;

const numberOf = (place: number) => String(FIRST + place);
const told = (text: string | RegExp) => page.getByText(text).first().waitFor();

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await admin.call('school/getClasses', {}, 'GET');
  for (let place = 0; place < EVENTS; place++) {
    const child = { admissionNumber: numberOf(place), names: 'Amina Juma', checkPin: PIN };
    const { status } = await admin.call('student/createStudent', { ...child, classSYSID: classes.body[0]?.sysid });
    expect(status).toBe(200);
  }
  folder = mkdtempSync(join(tmpdir(), 'mfuko-tablet-'));
  await switchOn({ offline: false });
}, 600_000);
afterAll(async () => {
  await tablet?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

/** The tablet is switched on, with or without a network. */
async function switchOn({ offline }: { offline: boolean }): Promise<void> {
  tablet = await launchOn(folder, {
    offline,
    reducedMotion: 'reduce',
    permissions: ['geolocation'],
    geolocation: NAIROBI,
  });
  page = tablet.pages()[0] ?? (await tablet.newPage());
}

/** Every process of its browser ends at once, and it is switched on again, without a network as before. */
async function loseBrowser(): Promise<void> {
  const closed = tablet.waitForEvent('close');
  killBrowser(folder);
  await closed;
  await switchOn({ offline: true });
  await page.goto(`${server.url}/app/checkin.pin`);
}

async function type(number: string): Promise<void> {
  await page.getByLabel('Admission number').fill(number);
  await page.getByLabel('Admission number').press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  // A burst would be taken for a card.
  await pressAt(page, [...byHand(PIN), ['Enter', 120]]);
}

async function record(from: number, to: number): Promise<void> {
  for (let place = from; place < to; place++) {
    await type(numberOf(place));
    await told(`Offline: ${place + 1} waiting`);
  }
}

/** True once the disk holds that the device is enrolled: Chromium puts `localStorage` away after 5 seconds at the earliest. */
function isEnrolmentOnDisk(): boolean {
  const kept = join(folder, 'Default', 'Local Storage', 'leveldb');
  return readdirSync(kept).some(
    (name) => name.endsWith('.log') && readFileSync(join(kept, name)).includes('deviceSYSID'),
  );
}

/** Bytes that lie sealed on the device of whoever may unlock it. */
function bytesOfDesks(): Promise<number> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('mfuko-own');
    await new Promise((done) => {
      opened.onsuccess = done;
    });
    const desks = opened.result.transaction('values').objectStore('values').get('=desks');
    await new Promise((done) => {
      desks.onsuccess = done;
    });
    opened.result.close();
    return (desks.result as Uint8Array).length;
  });
}

describe('offline gate on a device whose browser is killed', () => {
  recordFailures(() => page);

  it('enrols a gate device with a desk PIN', async () => {
    const { body } = await admin.call('school/createDeviceCode', { label: 'Gate tablet', role: 'gate' });
    await page.goto(server.url);
    await page.getByLabel('Phone number').fill(GUARD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('Verification code').fill(await server.codeFor(GUARD));
    await page.getByRole('button', { name: 'Submit OTP' }).click();
    await page.waitForURL('**/app/**');
    await page.goto(`${server.url}/app/device.this`);
    await page.getByRole('textbox', { name: 'Code' }).fill(String(body.code));
    await page.getByRole('button', { name: 'Enrol this device' }).click();
    await told('The school recognises this device by its key');
    await page.goto(`${server.url}/app/my.profile`);
    await page.getByRole('button', { name: 'Set a desk PIN' }).click();
    await page.getByRole('textbox', { name: 'New desk PIN' }).fill(DESK_PIN);
    await page.getByRole('textbox', { name: 'Repeat the PIN' }).fill(DESK_PIN);
    await page.getByRole('button', { name: 'Save the PIN' }).click();
    await told('Your desk PIN was saved');
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByLabel('Admission number').waitFor();
    await expectGateKept(page);
    await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
    await expect.poll(isEnrolmentOnDisk, { timeout: 90_000 }).toBe(true);
  }, 180_000);

  it('keeps offline check-ins through two kills of the browser, the second while locked', async () => {
    await tablet.setOffline(true);
    await told('There is no network');
    const [third, two] = [Math.floor(EVENTS / 3), Math.floor((2 * EVENTS) / 3)];
    await record(0, third);
    await loseBrowser();
    await told(`Offline: ${third} waiting`);
    await record(third, two);
    const before = await bytesOfDesks();
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('dialog', { name: 'Locked' }).waitFor();
    // The write takes milliseconds, but on a loaded machine the kill may come first.
    await expect.poll(bytesOfDesks).toBeGreaterThan(before);
    await loseBrowser();
    await page.getByLabel(/PIN of /).waitFor();
    await page.keyboard.type(DESK_PIN, { delay: 45 });
    await told(`Offline: ${two} waiting`);
    await record(two, EVENTS);
  }, 1_800_000);

  it('sends each offline check-in once when the network is back, without exceptions', async () => {
    await tablet.setOffline(false);
    await page.getByText('Online · 0 waiting').first().waitFor({ timeout: 600_000 });
    const sent: string[] = [];
    for (let place = 0; place < EVENTS; place++) {
      const { body } = await admin.call('reports/checks', { search: numberOf(place) }, 'GET');
      sent.push(...Object.keys(body).map(() => numberOf(place)));
    }
    expect(sent).toEqual(Array.from({ length: EVENTS }, (_, place) => numberOf(place)));
    const settled = await admin.call('check/getOddities', {}, 'GET');
    expect(settled.body).toEqual([]);
  }, 900_000);
});
