import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '7715';
const NAMES = 'Wanjiku Nyaguthii';
const PIN = '739152';
const PARENT = '254799123456';

let server: RunningServer;
let journey: Journey;
let page: Page;
/** The bursar's second window. */
let other: Page;
let office: WireClient;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const { body: schools } = await office.call('school/viewSchools', {}, 'GET');
  office.actOn(String(schools[0]?.sysid));
  const { body: classes } = await office.call('school/getClasses', {}, 'GET');
  const student = { admissionNumber: NUMBER, names: NAMES, classSYSID: classes[0]?.sysid, checkPin: PIN };
  const made = await office.call('student/createStudent', student);
  const contact = { studentSYSID: made.body.sysid, name: 'Baba Wanjiku', mobileNumber: PARENT };
  expect((await office.call('student/addContact', contact)).status).toBe(200);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const bell = (on: Page) => on.getByRole('button', { name: /^Notifications: / });
const option = (name: string | RegExp) => page.getByRole('option', { name });
/** The field of the palette, once it takes keys. */
const palette = () => page.getByRole('combobox', { name: /^Search screens/ }).and(page.locator(':focus'));

/** Locks the PIN of a student as five wrong ones do. */
async function lockPin(admissionNumber = NUMBER): Promise<void> {
  for (let tries = 0; tries < 5; tries++) await office.call('check/inPin', { admissionNumber, pin: '111222' });
}

describe('search and notifications', () => {
  recordFailures(() => page);

  it('finds a student by a misspelt name with the keyboard alone', async () => {
    await journey.enter(BURSAR);
    await journey.open('school.dash', /./);
    await bell(page).waitFor();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await checkScreen(page, 'palette');
    await page.keyboard.type('wanjikuu nyagutii');
    await option(/^Wanjiku Nyaguthii · 7715/).waitFor();
    await checkScreen(page, 'palette, found');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/student.details?admissionNumber=${NUMBER}`);
    await told(NAMES);
  });

  it("finds a student by the guardian's phone number, and shows only its ends", async () => {
    await page.locator('h1').focus();
    await page.keyboard.press('/');
    await palette().waitFor();
    await page.keyboard.type('0799 123 456');
    await option(/^Wanjiku Nyaguthii/)
      .first()
      .waitFor();
    await page.getByRole('listbox').getByText('Baba Wanjiku 2547…456').waitFor();
    expect(await page.getByRole('listbox').textContent()).not.toContain(PARENT);
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  it('fills the admission number into a money screen from the palette, and remembers recent students', async () => {
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.keyboard.type(NUMBER);
    await option(/Upload pocket money for/).click();
    await page.waitForURL('**/app/student.upload.money?**');
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(NUMBER);
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await option(/^Wanjiku Nyaguthii · 7715/).waitFor();
    await page.keyboard.type('zzzzzz');
    await told('Nothing found');
    await checkScreen(page, 'palette, nothing found');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('opens screens by keyboard shortcuts, lists them, and can switch off single keys', async () => {
    await page.locator('h1').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL('**/app/student.view');
    await page.getByRole('heading', { level: 1, name: /students/i }).waitFor();
    await page.locator('h1').focus();
    await page.keyboard.press('n');
    await page.waitForURL('**/app/student.add');
    await page.getByLabel('Admission number').fill('12');
    await page.getByLabel('Admission number').press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('h1').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await checkScreen(page, 'shortcuts');
    await page.getByLabel('Keys that work alone').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('h1').focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    await page.getByLabel('Keys that work alone').check();
    await page.keyboard.press('Escape');
  });

  it('shows a locked PIN in two windows at once, and clears the notification in both', async () => {
    await journey.open('student.view', /students/i);
    other = await journey.context.newPage();
    await other.goto(`${server.url}/app/class.view`);
    await other.getByRole('heading', { level: 1, name: /classes/i }).waitFor();
    // Excludes the notices that the server's own jobs have written so far.
    await office.call('notifications/clearAll');
    await page.getByRole('button', { name: 'Notifications: 0' }).waitFor();
    await lockPin();
    await page.getByRole('button', { name: 'Notifications: 1' }).waitFor();
    await other.getByRole('button', { name: 'Notifications: 1' }).waitFor();
    await bell(page).click();
    await told('You have 1 Notification');
    await told(`PIN of ${NAMES} locked`);
    await checkScreen(page, 'bell, one notification');
    await page.getByRole('button', { name: new RegExp(`PIN of ${NAMES}`) }).click();
    await page.waitForURL(`**/app/student.details?admissionNumber=${NUMBER}`);
    await page.getByRole('button', { name: 'Notifications: 0' }).waitFor();
    await other.getByRole('button', { name: 'Notifications: 0' }).waitFor();
  });

  it('shows earlier notifications in a new window, and clears them in all windows', async () => {
    const { body: made } = await office.call('school/getClasses', {}, 'GET');
    for (const admissionNumber of ['7716', '7717']) {
      await office.call('student/createStudent', {
        admissionNumber,
        names: `Achieng ${admissionNumber}`,
        classSYSID: made[0]?.sysid,
        checkPin: PIN,
      });
    }
    await other.close();
    await lockPin('7716');
    await lockPin('7717');
    await page.getByRole('button', { name: 'Notifications: 2' }).waitFor();
    other = await journey.context.newPage();
    await other.goto(`${server.url}/app/class.view`);
    await other.getByRole('button', { name: 'Notifications: 2' }).waitFor();
    await bell(page).click();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await told('You have 0 Notifications');
    await checkScreen(page, 'bell, cleared');
    await other.getByRole('button', { name: 'Notifications: 0' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Notifications: 0' }).waitFor();
    const found = await office.call('search/find', { text: 'Demmo' });
    expect((found.body.schools as unknown as { shortName: string }[])[0]?.shortName).toBe('DEMO');
    expect(journey.complaints).toEqual([]);
  });
});
