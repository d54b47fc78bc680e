import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { byHand, pressAt } from './keys.ts';
import { checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Users of the demo school, and an additional student.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
const NUMBER = '700183521';
const NEXT = '700183522';
/** A camera that shows a test picture, which the page may use. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let server: RunningServer;
let admin: WireClient;
let office: Journey;
let gate: Journey;
let child: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
  admin.actOn(school);
  // This journey has no hold after a change, which other tests cover.
  const rules = { sysid: school, requireCollector: true, holdAfterChangeHours: 0 };
  expect((await admin.call('school/updateSchoolSettings', rules)).status).toBe(200);
  const classes = await admin.call('school/getClasses', {}, 'GET');
  const made = await admin.call('student/createStudent', {
    admissionNumber: NUMBER,
    names: 'Achieng Odhiambo',
    classSYSID: classes.body[0]?.sysid,
    checkPin: PIN,
  });
  child = String((made.body as { sysid?: unknown }).sysid);
  expect((await admin.call('check/inPin', { admissionNumber: NUMBER, pin: PIN })).status).toBe(200);
  office = await openJourney(server, undefined, CAMERA);
  gate = await openJourney(server);
});
afterAll(async () => {
  await office?.close();
  await gate?.close();
  await server?.stop();
});

/** A photo as large as a phone takes one. */
async function aPhoto(page: Page): Promise<Buffer> {
  const b64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 3200 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    const fill = (colour: string, x: number, y: number, size: number) => {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(x, y, size, 0, 7);
      pen.fill();
    };
    pen.fillStyle = '#9fc3d9';
    pen.fillRect(0, 0, 2400, 3200);
    fill('#6b4226', 1200, 1400, 800);
    for (const x of [900, 1500]) fill('#1a1008', x, 1250, 90);
    fill('#d9a38a', 1200, 1800, 160);
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1];
  });
  return Buffer.from(String(b64), 'base64');
}

describe('collectors with a photo in the office', () => {
  recordFailures(() => office.page);

  it('adds a collector with a photo only with the consent of that person', async () => {
    await office.enter(BURSAR);
    const { page } = office;
    await office.open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Odhiambo');
    const section = page.getByRole('region', { name: 'Who may collect' });
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: /^Who may collect/ });
    await drawer.getByLabel('Name').fill('Joseph Otieno');
    await drawer.getByLabel('Relation to the student').fill('Uncle');
    const photo = { name: 'uncle.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(page) };
    await drawer.getByLabel('Photo', { exact: true }).setInputFiles(photo);
    await drawer.getByAltText('This photo will be sent').waitFor();
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByText('Ask the person first').waitFor();
    await checkScreenFully(page, 'collector with a photo');
    await drawer.getByRole('checkbox', { name: /^I asked this person/ }).check();
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByAltText('Photo of Joseph Otieno').waitFor();
    await section.getByText(/^Photo: .+ asked for consent/).waitFor();
    await checkScreenFully(page, 'collectors with a photo');
  });

  atNight('takes a photo of a collector by camera, and erases it', async () => {
    const { page } = office;
    const section = page.getByRole('region', { name: 'Who may collect' });
    const second = { studentSYSID: child, name: 'Ruth Auma', relation: 'Aunt' };
    expect((await admin.call('student/addCollector', second)).status).toBe(200);
    await page.reload();
    const photograph = async (press: string) => {
      await section.getByRole('button', { name: press }).click();
      const drawer = page.getByRole('dialog', { name: press });
      await drawer.getByRole('button', { name: 'Take a photo' }).click();
      await drawer.getByRole('button', { name: 'Take the photo' }).click();
      await drawer.getByRole('checkbox', { name: /^I asked this person/ }).check();
      await checkScreenFully(page, `${press}, taken`);
      await drawer.getByRole('button', { name: 'Save the photo' }).click();
      await drawer.waitFor({ state: 'detached' });
    };
    await photograph('Photo of Ruth Auma');
    await section.getByAltText('Photo of Ruth Auma').waitFor();
    await section.getByRole('button', { name: 'Erase the photo of Ruth Auma' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await section.getByAltText('Photo of Ruth Auma').waitFor({ state: 'detached' });
    expect(office.complaints).toEqual([]);
  });
});

describe('collector photos at the gate', () => {
  recordFailures(() => gate.page);

  it("checks a student out by one press on the collector's photo, and ignores stray keys and early presses", async () => {
    await gate.enter(GUARD);
    const { page } = gate;
    await page.goto(`${server.url}/app/checkout.pin`);
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Admission number').press('Enter');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
    // The moment in which no button has been read yet lasts until the test ends it.
    await page.evaluate(() => {
      const held = new CSSStyleSheet();
      held.replaceSync('dialog button { animation-play-state: paused !important }');
      document.adoptedStyleSheets = [held];
    });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Who collects/ });
    const face = dialog.getByAltText('Photo of Joseph Otieno');
    await face.waitFor();
    const seen = await face.evaluate((image) => {
      const { naturalWidth, naturalHeight, clientWidth } = image as HTMLImageElement;
      return [naturalWidth, naturalHeight, clientWidth];
    });
    expect(seen).toEqual([360, 480, 160]);
    expect(await dialog.getByAltText('Photo of Ruth Auma').count()).toBe(0);
    // Keys and a finger that were meant for the next child choose no person and close no dialog.
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
    await pressAt(page, [...byHand(NEXT), ['Enter', 120], ...byHand(PIN), ['Enter', 120]]);
    await dialog.getByText(`Next: ${NEXT} Some keys were missed.`).waitFor();
    expect(await dialog.isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG');
    const reached = () =>
      dialog.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      );
    expect(await reached()).not.toContain(true);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await expect.poll(reached).not.toContain(false);
    await checkScreenFully(page, 'gate, who collects, with a face');
    await dialog.getByRole('button', { name: /Joseph Otieno/ }).click();
    // The number is whole, and no PIN was kept for it.
    await page.locator('input[name=checkPin]:focus').waitFor();
    expect(await page.getByLabel('Admission number').inputValue()).toBe(NEXT);
    expect(await page.locator('input[name=checkPin]').inputValue()).toBe('');
    await page.getByText('Checked out', { exact: true }).waitFor();
    // In again, for the way out without a network.
    expect((await admin.call('check/inPin', { admissionNumber: NUMBER, pin: PIN })).status).toBe(200);
    const { body } = await admin.call('student/getReleases', { studentSYSID: child }, 'GET');
    expect(body).toMatchObject([{ way: 'collector', name: 'Joseph Otieno', relation: 'Uncle' }]);
    expect(gate.complaints).toEqual([]);
  });
});

describe('collector photos at a gate without a network', () => {
  recordFailures(() => gate.page);

  /** Contents of the device's store of lists: names, and values as text. */
  const lying = () =>
    gate.page.evaluate(async () => {
      const opened = indexedDB.open('mfuko-seen');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      if (!opened.result.objectStoreNames.contains('values')) return { names: [] as string[], text: '' };
      const store = opened.result.transaction('values').objectStore('values');
      const [keys, values] = [store.getAllKeys(), store.getAll()];
      await new Promise((done) => {
        values.onsuccess = done;
      });
      opened.result.close();
      const text = values.result.map((value) =>
        value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : '',
      );
      return { names: keys.result.map(String), text: text.join() };
    });
  const faces = async () => (await lying()).names.filter((name) => name.startsWith('=face:')).length;
  /** Reloads the gate, which fetches its lists, and the faces once the desk is idle. */
  async function openGate(): Promise<void> {
    await gate.page.goto(`${server.url}/app/checkout.pin`);
    await gate.told('Online · 0 waiting');
  }

  atNight('stores collector photos on a device only once it is enrolled, and sealed', async () => {
    const { page } = gate;
    expect((await lying()).names.join()).toContain('=collectors:');
    expect(await faces()).toBe(0);
    const { code } = (await admin.call('school/createDeviceCode', { label: 'Gate tablet', role: 'CHECKINOUT' })).body;
    await page.goto(`${server.url}/app/device.this`);
    await page.getByRole('textbox', { name: 'Code' }).fill(String(code));
    await page.getByRole('button', { name: 'Enrol this device' }).click();
    await page.getByText('The school recognises this device by its key', { exact: false }).waitFor();
    await openGate();
    await expect.poll(faces, { timeout: 20_000 }).toBe(1);
    const { text } = await lying();
    for (const secret of ['Joseph', 'JFIF', '/9j/', NUMBER]) expect(text).not.toContain(secret);
    await page.evaluate(() => navigator.serviceWorker.ready);
  });

  atNight('shows the stored photo offline, and records the collector when the network is back', async () => {
    const { page } = gate;
    await gate.context.setOffline(true);
    await gate.told('There is no network');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Admission number').press('Enter');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Let out unverified' }).first().click();
    const dialog = page.getByRole('dialog', { name: /without a check/ });
    const face = dialog.getByAltText('Photo of Joseph Otieno');
    await face.waitFor();
    const seen = await face.evaluate((image) => {
      const { naturalWidth, naturalHeight, clientWidth } = image as HTMLImageElement;
      return [naturalWidth, naturalHeight, clientWidth];
    });
    expect(seen).toEqual([128, 128, 160]);
    await checkScreenFully(page, 'gate, who collects, without a network');
    await dialog.getByRole('button', { name: /Joseph Otieno/ }).click();
    await gate.told('Offline: 1 waiting');
    await gate.context.setOffline(false);
    await gate.told('Online · 0 waiting');
    const releases = await admin.call('student/getReleases', { studentSYSID: child }, 'GET');
    expect(releases.body).toMatchObject([{ way: 'word', name: 'Joseph Otieno' }, { way: 'collector' }]);
  });

  atNight(
    'deletes a stored photo when its consent is withdrawn, and all photos when the device is revoked',
    async () => {
      const { body } = await admin.call('student/getCollectors', { studentSYSID: child }, 'GET');
      const people = body as unknown as { sysid: string; name: string }[];
      const uncle = people.find(({ name }) => name === 'Joseph Otieno')?.sysid;
      expect((await admin.call('student/removeCollectorPhoto', { sysid: uncle })).status).toBe(200);
      await openGate();
      await expect.poll(faces, { timeout: 20_000 }).toBe(0);
      const photo = new FormData();
      photo.set('sysid', String(uncle));
      photo.set('consent', 'true');
      photo.set('Photo', new Blob([new Uint8Array(await aPhoto(gate.page))], { type: 'image/jpeg' }), 'uncle.jpg');
      expect((await admin.call('student/setCollectorPhoto', photo)).status).toBe(200);
      await openGate();
      await expect.poll(faces, { timeout: 20_000 }).toBe(1);
      const devices = (await admin.call('school/getDevices', {}, 'GET')).body as unknown as {
        sysid: string;
        enrolled: boolean;
      }[];
      const tablet = devices.find(({ enrolled }) => enrolled)?.sysid;
      expect((await admin.call('school/deleteDevice', { sysid: tablet })).status).toBe(200);
      await gate.page.goto(`${server.url}/app/checkout.pin`);
      await expect.poll(faces, { timeout: 20_000 }).toBe(0);
    },
  );
});
