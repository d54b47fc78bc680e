import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { lookWhole } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and a student of its own.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
const NUMBER = '700183521';
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
  // Nobody waits here after a change: the wait has tests of its own.
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

describe('in the office', () => {
  recordFailures(() => office.page);

  it('a person is put on the list with a photo, and not without the consent', async () => {
    await office.signIn(BURSAR);
    const { page } = office;
    await office.open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Odhiambo');
    const section = page.getByRole('region', { name: 'Who may collect' });
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: /^Who may collect/ });
    await drawer.getByLabel('Name').fill('Joseph Otieno');
    await drawer.getByLabel('Relation to the student').fill('Uncle');
    const photo = { name: 'uncle.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(page) };
    await drawer.getByLabel('Photo', { exact: true }).setInputFiles(photo);
    await drawer.getByAltText('This photo is sent').waitFor();
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByText('Ask the person first').waitFor();
    await lookWhole(page, 'collector with a photo');
    await drawer.getByRole('checkbox', { name: /^I have asked the person/ }).check();
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByAltText('Photo of Joseph Otieno').waitFor();
    await section.getByText(/^Photo: .+ asked for consent/).waitFor();
    await lookWhole(page, 'collectors with a photo');
  });

  it('another is photographed by the camera, and a photo is erased', async () => {
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
      await drawer.getByRole('checkbox', { name: /^I have asked the person/ }).check();
      await lookWhole(page, `${press}, taken`);
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

describe('at the gate', () => {
  recordFailures(() => gate.page);

  it('the guard sees the face large beside the name, and the child goes with one press', async () => {
    await gate.signIn(GUARD);
    const { page } = gate;
    await page.goto(`${server.url}/app/checkout.pin`);
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Admission number').press('Enter');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
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
    await lookWhole(page, 'gate, who collects, with a face');
    await dialog.getByRole('button', { name: /Joseph Otieno/ }).click();
    await gate.told('Student was checked out successfully');
    const { body } = await admin.call('student/getReleases', { studentSYSID: child }, 'GET');
    expect(body).toMatchObject([{ way: 'collector', name: 'Joseph Otieno', relation: 'Uncle' }]);
    expect(gate.complaints).toEqual([]);
  });
});
