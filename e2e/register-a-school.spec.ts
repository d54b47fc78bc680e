import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254711000001';
const BURSAR = '254711000002';
const LOGO = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(encodePng({ width: 64, height: 64, dpi: 72, pixels: new Uint8Array(64 * 64).fill(90) })),
};

let server: RunningServer;
let office: Journey;
let admin: Page;
let counter: Journey;
let bursar: Page;

beforeAll(async () => {
  server = await startServer();
  await server.createAdmin(ADMIN);
  office = await openJourney(server);
  admin = office.page;
  counter = await openJourney(server);
  bursar = counter.page;
});
afterAll(async () => {
  await office?.close();
  await counter?.close();
  await server?.stop();
});

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value);
}

async function register(code: string, name: string, shortName: string): Promise<void> {
  await office.open('school.add', 'Add School');
  const fields = {
    'School code': code,
    'Official name': name,
    'Short name': shortName,
    'P.O box': '1904',
    Town: 'Kisumu',
  };
  await fill(admin, fields);
  await pick(admin, 'County', 'Kisumu');
  // Proposed; whoever runs these schools signs in by code alone below.
  await admin.getByRole('checkbox', { name: 'School administrators need a second factor' }).uncheck();
  await admin.locator('input[type=file]').setInputFiles(LOGO);
  await admin.getByRole('button', { name: 'Create school' }).click();
  await admin.getByRole('button', { name: 'Finish later' }).click();
  await admin.getByRole('button', { name: 'Create school' }).waitFor();
}

/** Returns the figure of a dashboard card, once it has loaded. */
async function figure(title: string): Promise<string> {
  const card = admin.getByRole('region', { name: title, exact: true }).first();
  await card.locator('.mantine-Skeleton-root').waitFor({ state: 'detached' });
  return (await card.getByRole('link').innerText()).split(':').at(-1)?.trim() ?? '';
}

async function closeDrawer(): Promise<void> {
  await admin.keyboard.press('Escape');
  await admin.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe('registration of a school', () => {
  recordFailures(() => admin);

  it('registers a school from the empty dashboard, which then counts its missing configuration', async () => {
    await office.signIn(ADMIN);
    await admin.waitForURL('**/app/dashboard');
    await office.told('No schools yet');
    await admin.locator('main a[href="/app/school.add"]').waitFor();
    await spotCheckScreen(admin, 'dashboard, empty');
    await register('KLM-1', 'Kilimo Academy', 'Kilimo');
    await office.told('Kilimo Academy is registered');
    await spotCheckScreen(admin, 'the way into a new school');
    await admin.getByRole('link', { name: 'First steps' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Kilimo Academy' }).waitFor();
    await office.open('dashboard', 'Dashboard');
    expect([await figure('Schools'), await figure('Missing configuration')]).toEqual(['1', '1']);
    await checkScreen(admin, 'dashboard');
    await admin.getByRole('region', { name: 'Missing configuration' }).getByRole('link').click();
    await admin.waitForURL('**/app/school.view?hasConfig=false');
    await office.told('Kilimo Academy');
    await spotCheckScreen(admin, 'schools');
  });

  it('sets the payment configuration and rules of a school, and rejects invalid rules', async () => {
    await admin.getByRole('button', { name: 'View Kilimo Academy' }).click();
    await office.told('Consent to fingerprints');
    await office.told('Registered by');
    await checkScreen(admin, 'school');
    await admin.getByRole('link', { name: 'Set configuration' }).click();
    await admin.getByLabel('Contact name').waitFor();
    await fill(admin, {
      'Contact name': 'Achieng Were',
      'Contact number': '254711223344',
      'Contact email': 'bursar@example.com',
      'Paybill number': '512345',
      'LNM shortcode': '512345',
      'Consumer key': 'demoKey123',
      'Consumer secret': 'demoSecret456',
      Initiator: 'schoolapi',
      'Security credential': 'c2VjdXJpdHk=',
      'LNM password': 'passkey-of-the-paybill',
      'API user': 'portal',
      'API password': 'Portal#Word1',
    });
    await admin.getByRole('button', { name: 'Complete' }).click();
    await office.told('School configuration was created successfully');
    await admin.getByRole('radiogroup', { name: 'Settings' }).getByText('Rules and Fees').click();
    await admin.getByLabel('Maximum per movement (KES)').fill('0');
    await admin.getByRole('textbox', { name: 'Percent' }).first().fill('101');
    await admin.getByRole('button', { name: 'Save' }).click();
    await office.told('must be more than zero');
    await office.told('must be a percentage from 0 to 100 with at most two decimals');
    await checkScreen(admin, 'rules, refused');
    await admin.getByLabel('Maximum per movement (KES)').fill('5000');
    await admin.getByRole('textbox', { name: 'Percent' }).first().fill('1.5');
    await admin.getByRole('button', { name: 'Save' }).click();
    await office.told('The rules of the school were saved');
    await office.open('school.view', 'Schools');
    await admin.getByRole('button', { name: 'View Kilimo Academy' }).click();
    await office.told('1.5 %');
    await office.told('Rules and fees changed');
    await office.open('dashboard', 'Dashboard');
    expect(await figure('Missing configuration')).toBe('0');
  });

  it('creates the first user of a school, who creates classes and a student', async () => {
    await office.open('profile.add', 'Add User');
    await pick(admin, 'Role', 'School administrator');
    await admin.getByRole('main').getByRole('combobox', { name: 'School' }).click();
    await admin.getByRole('option', { name: 'Kilimo' }).click();
    await fill(admin, {
      'Phone number': BURSAR,
      Email: 'bursar@example.com',
      'First name': 'Achieng',
      'Last name(s)': 'Were',
    });
    for (const label of ['Password', 'Confirm password'])
      await admin.getByRole('textbox', { name: label, exact: true }).fill('ziwa-la-victoria');
    await admin.getByRole('button', { name: 'Add user' }).click();
    await office.told('User was created successfully');
    // The next one is mostly of the same school and work.
    const kept = (name: string) => admin.getByRole('main').getByRole('combobox', { name }).inputValue();
    await expect.poll(() => admin.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('');
    expect([await kept('Role'), await kept('School')]).toEqual(['School administrator', 'Kilimo']);

    await counter.signIn(BURSAR);
    await counter.open('class.add', 'Add Class');
    for (const name of ['Grade 4 East', 'Grade 9']) {
      await bursar.getByLabel('Class name').fill(name);
      await bursar.getByRole('button', { name: 'Add class' }).click();
      await expect.poll(() => bursar.getByLabel('Class name').inputValue()).toBe('');
    }
    await counter.open('student.add', 'Add Student');
    await fill(bursar, { 'Admission number': '4417', 'First name': 'Amina', 'Last name': 'Juma' });
    await pick(bursar, 'Class', 'Grade 4 East');
    await bursar.getByRole('button', { name: 'Next' }).click();
    await counter.told('Student added successfully');
    await counter.open('school.rules', 'Rules and Fees');
    await counter.told('1.5 %');
    await counter.told('Registered by');
    await checkScreen(bursar, 'rules, read');
  });

  it('renames a class, rejects a duplicate name, and deletes only a class without students', async () => {
    await counter.open('class.view', 'Classes');
    await bursar.getByRole('button', { name: 'View Grade 4 East' }).click();
    await bursar.getByRole('link', { name: '1 student' }).waitFor();
    await checkScreen(bursar, 'class');
    await bursar.getByRole('link', { name: '1 student' }).click();
    await bursar.waitForURL('**/app/student.view?classSYSID=*');
    await counter.told('Amina Juma');
    await counter.open('class.view', 'Classes');
    await bursar.getByRole('button', { name: 'Edit Grade 9' }).click();
    await bursar.getByRole('dialog').getByLabel('Class name').fill('grade 4 east');
    await bursar.getByRole('button', { name: 'Save' }).click();
    await counter.told('A class named grade 4 east already exists.');
    await spotCheckScreen(bursar, 'class, rename refused');
    await bursar.getByRole('dialog').getByLabel('Class name').fill('Grade 8');
    await bursar.getByRole('button', { name: 'Save' }).click();
    await counter.told('Class was updated successfully');
    for (const name of ['Grade 4 East', 'Grade 8'])
      await bursar.getByRole('checkbox', { name: `Select ${name}` }).check();
    await spotCheckScreen(bursar, 'classes, selected');
    await bursar.getByRole('button', { name: 'Delete', exact: true }).click();
    await counter.told('Grade 4 East cannot be deleted: 1 student is in it.');
    await bursar.getByRole('button', { name: 'View Grade 8' }).waitFor({ state: 'hidden' });
    await bursar.getByRole('button', { name: 'Undo what was done' }).click();
    await bursar.getByRole('button', { name: 'View Grade 8' }).waitFor();
  });

  it('edits a school, rejects a duplicate code, and undoes the deletion of a school', async () => {
    await register('KLM-2', 'Kilimo Acadmy', 'Mistake');
    await office.open('school.view', 'Schools');
    await admin.getByRole('button', { name: 'Edit Kilimo Acadmy' }).click();
    await admin.getByRole('dialog').getByRole('textbox', { name: 'School code' }).fill('klm-1');
    await admin.getByRole('button', { name: 'Save' }).click();
    await office.told('A school with code klm-1 is already registered.');
    await spotCheckScreen(admin, 'school, edit refused');
    await admin.getByRole('dialog').getByRole('textbox', { name: 'School code' }).fill('KLM-3');
    await admin.getByRole('dialog').getByRole('textbox', { name: 'Official name' }).fill('Kilimo Girls');
    await admin.getByRole('button', { name: 'Save' }).click();
    await office.told('School was updated successfully');
    await admin.getByRole('button', { name: 'Delete Kilimo Girls' }).click();
    const asked = admin.getByRole('dialog', { name: 'Delete Kilimo Girls?' });
    await asked.getByLabel('Type Mistake to continue').fill('Mistake');
    await spotCheckScreen(admin, 'school, delete');
    await asked.getByRole('button', { name: 'Delete' }).click();
    await office.told('Kilimo Girls was deleted');
    await admin.getByRole('button', { name: 'View Kilimo Girls' }).waitFor({ state: 'hidden' });
    await admin.getByRole('button', { name: 'Undo' }).click();
    await office.told('Kilimo Girls was restored');
    await admin.getByRole('button', { name: 'View Kilimo Girls' }).waitFor();
  });

  it('ends the sessions of a suspended school, whose staff can sign in again once it is resumed', async () => {
    await office.open('school.view', 'Schools');
    await admin.getByRole('button', { name: 'View Kilimo Academy' }).click();
    await admin.getByRole('button', { name: 'Suspend' }).click();
    await admin.getByRole('dialog', { name: 'Suspend Kilimo Academy?' }).waitFor();
    await spotCheckScreen(admin, 'school, suspend');
    await admin
      .getByRole('dialog', { name: 'Suspend Kilimo Academy?' })
      .getByRole('button', { name: 'Suspend' })
      .click();
    await office.told('Kilimo Academy is suspended');
    await bursar.getByRole('link', { name: 'Add class', exact: true }).click();
    await bursar.reload();
    await bursar.getByLabel('Phone number').waitFor();

    await admin.getByRole('button', { name: 'Resume' }).click();
    await office.told('Kilimo Academy is active again');
    await office.told('Resumed');
    await bursar.goto(server.url);
    await bursar.getByLabel('Phone number').fill(BURSAR);
    await pressUntilSent(bursar);
    await bursar.getByLabel('Verification code').fill(await server.codeFor(BURSAR));
    await bursar.getByRole('button', { name: 'Submit OTP' }).click();
    await bursar.waitForURL('**/app/**');
    await counter.open('class.view', 'Classes');
    await counter.told('Grade 4 East');
    await closeDrawer();
  });

  it('suspends two schools at once and undoes it', async () => {
    for (const name of ['KLM-1', 'KLM-3']) await admin.getByRole('checkbox', { name: `Select ${name}` }).check();
    await checkScreen(admin, 'schools, selected');
    await admin.getByRole('button', { name: 'Suspend' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await office.told('2 schools were suspended');
    await admin.getByRole('button', { name: 'Undo' }).click();
    await office.told('2 schools were resumed');
    await office.open('message.failed', 'Failed messages');
    await office.told('No failed messages');
    await checkScreen(admin, 'failed messages');
    // There is no reader, so that the browser logs a failed connection.
    const complaints = [...office.complaints, ...counter.complaints].filter((text) => !text.includes('ws://'));
    expect(complaints).toEqual([]);
  });
});

/** Presses Login as a user who is told to wait: another code is sent half a minute after the previous one at the earliest. */
async function pressUntilSent(page: Page): Promise<void> {
  const answered = () => page.waitForResponse((response) => response.url().endsWith('/api/auth/token'));
  await expect
    .poll(
      async () => {
        const [answer] = await Promise.all([answered(), page.getByRole('button', { name: 'Login' }).click()]);
        return answer.status();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(200);
}
