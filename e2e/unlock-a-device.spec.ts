import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and two students of its own.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
const DESK_PIN = '816240';
const [ACHIENG, BARAKA] = ['700183521', '700283522'] as const;

let server: RunningServer;
let admin: WireClient;
let gate: Journey;
let page: Page;
let code: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await admin.call('school/getClasses', {}, 'GET');
  for (const [admissionNumber, names] of [
    [ACHIENG, 'Achieng Odhiambo'],
    [BARAKA, 'Baraka Mwangi'],
  ]) {
    const input = { admissionNumber, names, classSYSID: classes.body[0]?.sysid, checkPin: PIN };
    expect((await admin.call('student/createStudent', input)).status).toBe(200);
  }
  const made = await admin.call('school/createDeviceCode', { label: 'Gate tablet', role: 'gate' });
  code = String((made.body as unknown as { code: string }).code);
  gate = await openJourney(server);
  ({ page } = gate);
});
afterAll(async () => {
  await gate?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => gate.told(text);
const locked = () => page.getByRole('dialog', { name: 'Locked' }).waitFor();
const number = () => page.getByLabel('Admission number');
const deskPin = () => page.getByLabel(/PIN of /);

async function student(admissionNumber: string): Promise<void> {
  await number().fill(admissionNumber);
  await number().press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  await page.keyboard.type(PIN, { delay: 45 });
  await page.keyboard.press('Enter');
}

/** A PIN as it is typed at the lock: the last digit tries it. */
async function unlock(pin: string): Promise<void> {
  await deskPin().waitFor();
  await page.keyboard.type(pin, { delay: 45 });
}

async function passages(search: string): Promise<Record<string, unknown>[]> {
  return (await admin.call('reports/checks', { search }, 'GET')).body as unknown as Record<string, unknown>[];
}

describe('device unlocked by a desk PIN', () => {
  recordFailures(() => page);

  it('enrols a device, and accepts a desk PIN but none that is easy to guess', async () => {
    await gate.signIn(GUARD);
    await page.goto(`${server.url}/app/device.this`);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Enrol this device' }).click();
    await told('The school recognises this device by its key');
    await page.goto(`${server.url}/app/my.profile`);
    await page.getByRole('button', { name: 'Set a desk PIN' }).click();
    await checkScreen(page, 'profile, desk PIN');
    for (const pin of ['123456', DESK_PIN]) {
      await page.getByRole('textbox', { name: 'New desk PIN' }).fill(pin);
      await page.getByRole('textbox', { name: 'Repeat the PIN' }).fill(pin);
      await page.getByRole('button', { name: 'Save the PIN' }).click();
      await told(pin === DESK_PIN ? 'Your desk PIN was saved' : 'This PIN is too easy to guess.');
    }
  });

  it('hides typed input behind the lock, and rejects a wrong desk PIN', async () => {
    await page.goto(`${server.url}/app/checkin.pin`);
    await student(ACHIENG);
    await told('Student was checked in successfully');
    await number().fill(BARAKA);
    await told('Baraka Mwangi');
    await checkScreen(page, 'gate, with a lock');
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await locked();
    await checkScreen(page, 'gate, locked');
    for (const hidden of ['Baraka Mwangi', 'Achieng Odhiambo', BARAKA])
      expect([hidden, await page.getByText(hidden).filter({ visible: true }).count()]).toEqual([hidden, 0]);
    expect(await page.locator('body').ariaSnapshot()).not.toMatch(/Baraka|Achieng|7001|7002|Admission/);
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
    // Neither Esc nor Tab leads out.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await locked();
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
        /DIALOG|BODY/,
      );
    }
    expect(await number().isVisible()).toBe(false);
    await deskPin().focus();
    await unlock('918273');
    await told('Wrong PIN. 4 more tries, then you need a code to sign in.');
    await checkScreen(page, 'gate, locked, wrong PIN');
    await unlock(DESK_PIN);
    await number().waitFor();
    expect(await number().inputValue()).toBe(BARAKA);
    await told('Baraka Mwangi');
  });

  it('locks the device after half an hour without activity', async () => {
    await page.clock.install();
    await page.reload();
    await number().fill(BARAKA);
    await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
    await page.clock.fastForward('29:00');
    await page.mouse.click(5, 5);
    await page.clock.fastForward('29:00');
    expect(await number().isVisible()).toBe(true);
    await page.clock.fastForward('02:00');
    await locked();
    await told('Nobody worked here for a while.');
    await unlock(DESK_PIN);
    await number().waitFor();
    expect(await number().inputValue()).toBe(BARAKA);
  });

  it('stays locked through a reload', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await locked();
    await page.reload();
    await locked();
    await told('Unlock this device with your desk PIN.');
    await unlock(DESK_PIN);
    await number().waitFor();
  });

  it('unlocks without a network, and sends an offline check-in once when it is back', async () => {
    await expectGateKept(page);
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await locked();
    await gate.context.setOffline(true);
    // As an installed device starts.
    await page.goto(`${server.url}/app/check.start`);
    await locked();
    await checkScreen(page, 'gate, locked, no network');
    await page.getByRole('button', { name: 'Someone else: sign in' }).click();
    await told('Signing in with a code needs a network, and there is none.');
    await deskPin().focus();
    await unlock(DESK_PIN);
    await number().waitFor();
    await student(BARAKA);
    await told('Recorded, not verified');
    await told('Offline: 1 waiting');
    expect(await passages(BARAKA)).toEqual([]);
    await gate.context.setOffline(false);
    await told('Online · 0 waiting');
    const [passage, ...more] = await passages(BARAKA);
    expect(more).toEqual([]);
    expect(passage).toMatchObject({ checkedBy: 'Kamau Wafula', admissionNumber: BARAKA });
  });

  it('can be installed, and starts at the desk that was open last', async () => {
    const devtools = await gate.context.newCDPSession(page);
    const { url, errors } = await devtools.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${server.url}/gate.webmanifest`, []]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A journey's browser keeps nothing, so that Chromium would install nothing in it.
    const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(others).toEqual([]);
    await devtools.detach();
    const manifest = await page.request.get(url);
    expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    for (const { src, sizes } of ((await manifest.json()) as { icons: { src: string; sizes: string }[] }).icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect([src, size]).toEqual([src, sizes]);
    }
    await page.goto(`${server.url}/app/check.start`);
    await number().waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/checkin.pin');
  });

  it('signs another user in from the lock screen', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await locked();
    await page.getByRole('button', { name: 'Someone else: sign in' }).click();
    // The sign-in knows the way back to the lock.
    await page.getByRole('link', { name: 'Unlock with a desk PIN' }).click();
    await locked();
    await page.getByRole('button', { name: 'Someone else: sign in' }).click();
    await page.getByLabel('Phone number').fill(BURSAR);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('Verification code').fill(await server.codeFor(BURSAR));
    await page.getByRole('button', { name: 'Submit OTP' }).click();
    await number().waitFor();
    // There was no network for a while, and there is no reader.
    const ours = gate.complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|^WebSocket connection to/.test(each));
    expect(ours).toEqual([]);
  });
});
