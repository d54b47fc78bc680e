import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Users of the demo school, and an additional student.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
const NUMBER = '700183521';

let server: RunningServer;
let admin: WireClient;
let office: Journey;
let gate: Journey;
let page: Page;
let school: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  school = String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
  admin.actOn(school);
  const classes = await admin.call('school/getClasses', {}, 'GET');
  const child = {
    admissionNumber: NUMBER,
    names: 'Achieng Odhiambo',
    classSYSID: classes.body[0]?.sysid,
    checkPin: PIN,
  };
  expect((await admin.call('student/createStudent', child)).status).toBe(200);
  office = await openJourney(server);
  gate = await openJourney(server);
  ({ page } = gate);
});
afterAll(async () => {
  await office?.close();
  await gate?.close();
  await server?.stop();
});

async function checkIn(): Promise<void> {
  await page.goto(`${server.url}/app/checkin.pin`);
  await enter(NUMBER);
}

async function enter(admissionNumber: string): Promise<void> {
  await page.getByLabel('Admission number').fill(admissionNumber);
  await page.getByLabel('Admission number').press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  await page.keyboard.type(PIN, { delay: 45 });
  await page.keyboard.press('Enter');
}

/** The queue does not get through, while other calls do, until the page says so. */
function letNoQueueThrough(): void {
  const { fetch } = window;
  window.fetch = (asked, ...more) =>
    String(asked).includes('offlineBatch') && localStorage.getItem('letThrough') === null
      ? Promise.reject(new TypeError('It does not get through.'))
      : fetch(asked, ...more);
}

describe('enrolled device', () => {
  recordFailures(() => page);

  it('refuses an unknown device where devices are required, and accepts it once enrolled by a code', async () => {
    await office.signIn(BURSAR);
    await office.page.goto(`${server.url}/app/device.view`);
    await office.page.getByRole('button', { name: 'Code for a device' }).first().click();
    const dialog = office.page.getByRole('dialog', { name: 'Code for a device' });
    await dialog.getByRole('textbox', { name: 'Device label' }).fill('Gate tablet');
    await dialog.getByRole('combobox', { name: 'Device role' }).click();
    await office.page.getByRole('option', { name: 'Both', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create a code' }).click();
    const code = String(await dialog.getByTestId('device-code').textContent());
    await checkScreen(office.page, 'device-code');

    expect((await admin.call('school/updateSchoolSettings', { sysid: school, requireDevices: true })).status).toBe(200);
    await gate.signIn(GUARD);
    await checkIn();
    await page.getByText('The school does not know this device', { exact: false }).first().waitFor();

    await page.goto(`${server.url}/app/device.this`);
    await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Enrol this device' }).click();
    await page.getByText('The school recognises this device by its key', { exact: false }).waitFor();
    expect(await page.getByRole('switch', { name: 'This device serves students' }).isChecked()).toBe(true);
    await checkScreen(page, 'device-this');
    await checkIn();
    await page.getByText('Achieng Odhiambo').first().waitFor();
    await expect
      .poll(async () => (await admin.call('reports/checks', { search: NUMBER }, 'GET')).body.length, {
        timeout: 15_000,
      })
      .toBe(1);
  });

  it('shows the office the queued events and the clock of an enrolled device', async () => {
    const inList = () => office.page.getByRole('row', { name: /Gate tablet/ });
    const listed = async (text: string | RegExp) => {
      await office.page.reload();
      await inList().waitFor();
      return inList().getByText(text).count();
    };
    await office.page.goto(`${server.url}/app/device.view`);
    await inList().getByText('All sent').waitFor();
    await inList().getByText('Clock correct').waitFor();
    await checkScreen(office.page, 'devices-of-a-school');
    await gate.context.addInitScript(letNoQueueThrough);
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.getByText('Online · 0 waiting').waitFor();
    await gate.context.setOffline(true);
    await page.getByText('There is no network').first().waitFor();
    await enter('4001');
    await page.getByText('Offline: 1 waiting').waitFor();
    await gate.context.setOffline(false);
    await page.reload();
    await page.getByText('Offline: 1 waiting').waitFor();
    // The device reports its state with its next call, however early the first calls of its page were.
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByText('Achieng Odhiambo').first().waitFor();
    await page.getByLabel('Admission number').fill('');
    await expect.poll(() => listed(/1 waiting, oldest [01] min/)).toBe(1);
    await checkScreen(office.page, 'devices-waiting');
    await page.evaluate(() => localStorage.setItem('letThrough', 'yes'));
    await page.reload();
    await page.getByText('Online · 0 waiting').waitFor();
    await expect.poll(() => listed('All sent')).toBe(1);
    await inList().getByRole('button', { name: /^View/ }).click();
    await office.page.getByRole('dialog').getByText('Clock correct').waitFor();
    await checkScreen(office.page, 'device-state');
  });

  it('ends the session at a device when the office revokes the device', async () => {
    const listed = await admin.call('school/getDevices', {}, 'GET');
    const [device] = (listed.body as unknown as { sysid: string; enrolled: boolean }[]).filter(
      ({ enrolled }) => enrolled,
    );
    expect((await admin.call('school/deleteDevice', { sysid: device?.sysid })).status).toBe(200);
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByLabel('Phone number').waitFor();
    expect((await admin.call('reports/checks', { search: NUMBER }, 'GET')).body).toHaveLength(1);
  });
});
