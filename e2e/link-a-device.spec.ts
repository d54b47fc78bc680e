import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The people of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let guard: WireClient;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  guard = await connect(server.url);
  await guard.signIn(GUARD, () => server.codeFor(GUARD));
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);

async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).last().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Checks what the server says to a check-out by that device; the finger is not looked at before the device is. */
async function checkOutBy(SerialNumber: string): Promise<string> {
  const call = { admissionNumber: '4001', B64Fingerprint: 'bm8gZmluZ2Vy', SerialNumber };
  return String((await guard.call('check/outFingerprint', call)).body.problem);
}

describe('linked device', () => {
  recordFailures(() => page);

  it('links a device once its role is given, and rejects a second one of the same serial number', async () => {
    await journey.signIn(ADMIN);
    await page.goto(`${server.url}/app/device.add`);
    await page.getByRole('heading', { level: 1, name: 'New Device' }).waitFor();
    await checkScreen(page, 'new device');
    await page.getByLabel('Serial number').fill('ZK-4500-17');
    await page.getByLabel('Device label').fill('Kitchen door');
    await page.getByRole('button', { name: 'Link device' }).click();
    await told('Please select a valid role.');
    await checkScreen(page, 'new device, refused');
    await pick('Device role', 'Canteen');
    await pick('School', 'DEMO');
    await page.getByRole('button', { name: 'Link device' }).click();
    await told('Device was added to school successfully');
    await page.getByLabel('Serial number').fill('zk-4500-17');
    await page.getByLabel('Device label').fill('Another');
    await pick('Device role', 'Both');
    await page.getByRole('button', { name: 'Link device' }).click();
    await told('A device with this serial number is already linked to the school.');
  });

  it('refuses a check-out by a device of another role until its role is changed', async () => {
    expect(await checkOutBy('ZK-4500-17')).toBe('device.wrong-role');
    expect(await checkOutBy('NEVER-LINKED')).not.toMatch(/^device/);
    await page.goto(`${server.url}/app/device.view`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    await told('ZK-4500-17');
    await checkScreen(page, 'devices');
    await page.getByRole('button', { name: 'Edit Kitchen door' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    await checkScreen(page, 'device');
    await pick('Device role', 'Both');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await told('The device was changed');
    await page.getByRole('row', { name: /Both/ }).waitFor();
    expect(await checkOutBy('ZK-4500-17')).not.toMatch(/^device/);
  });

  it('refuses calls of a revoked device until it is linked again', async () => {
    await page.getByRole('button', { name: 'Kitchen door', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await told('Kitchen door was revoked');
    await told('No devices are linked yet');
    expect(await checkOutBy('ZK-4500-17')).toBe('device.revoked');
    await page.getByRole('button', { name: 'Undo' }).click();
    await told('Kitchen door is linked again');
    await page.getByRole('button', { name: 'Delete Kitchen door' }).click();
    await told('No devices are linked yet');
    await page.goto(`${server.url}/app/device.view?revoked=true`);
    await page.getByRole('button', { name: 'Kitchen door', exact: true }).click();
    await told('Calls from this device are refused.');
    await checkScreen(page, 'device, revoked');
    await page.getByRole('button', { name: 'Link again' }).click();
    await told('Kitchen door is linked again');
    expect(await checkOutBy('ZK-4500-17')).not.toMatch(/^device/);
  });

  it('revokes a selected device and undoes it', async () => {
    await page.goto(`${server.url}/app/device.view`);
    await page.getByRole('checkbox', { name: 'Select Kitchen door' }).check();
    await checkScreen(page, 'devices, selected');
    await page.getByRole('button', { name: 'Revoke 1 device' }).click();
    await told('1 device was revoked');
    expect(await checkOutBy('ZK-4500-17')).toBe('device.revoked');
    await page.getByRole('button', { name: 'Undo' }).click();
    await told('1 device is linked again');
    expect(await checkOutBy('ZK-4500-17')).not.toMatch(/^device/);
  });

  it('pairs the local reader with its own record, and refuses to pair it with another', async () => {
    await page.goto(`${server.url}/app/device.add`);
    await page.getByLabel('Serial number').fill('MFUKO-SIM-0001');
    await page.getByLabel('Device label').fill('Office reader');
    await pick('Device role', 'Both');
    // The school is selected already, and selecting it again keeps it.
    await pick('School', 'DEMO');
    await page.getByRole('button', { name: 'Link device' }).click();
    await told('Device was added to school successfully');
    expect(await checkOutBy('MFUKO-SIM-0001')).not.toMatch(/^device/);
    await page.goto(`${server.url}/app/device.view`);
    await page.getByRole('button', { name: 'Kitchen door', exact: true }).click();
    await page.getByRole('button', { name: 'Pair the reader at this machine' }).click();
    await told('The reader at this machine is MFUKO-SIM-0001, but this is the record of ZK-4500-17.');
    await checkScreen(page, 'device, another reader');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Office reader', exact: true }).click();
    await page.getByRole('button', { name: 'Pair the reader at this machine' }).click();
    await told('The reader of Office reader now signs its scans');
    await told('Each scan of this reader needs its signature.');
    await checkScreen(page, 'device, paired');
  });

  it('rejects an unsigned capture of a paired reader, and pays cash out by a signed one', async () => {
    expect(await checkOutBy('MFUKO-SIM-0001')).toBe('device.unsigned-capture');
    const desk = await openJourney(server);
    try {
      await desk.signIn(BURSAR);
      await desk.page.goto(`${server.url}/app/cashout.fingerprint`);
      await desk.page.getByLabel('Admission number').fill('4001');
      await desk.page.getByLabel('Amount (KES)').fill('100');
      scanner.touch(1);
      await desk.told('Student fingerprint scanned successfully');
      await desk.page.getByRole('button', { name: 'Cashout' }).click();
      await desk.told('Cashout successful balance');
      expect(desk.complaints).toEqual([]);
    } finally {
      await desk.close();
    }
    expect(journey.complaints).toEqual([]);
  });
});
