import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreenNightly } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254711000001';
const NUMBER = '4417';
const PIN = '274951';
/** The finger of the tray that belongs to the student, and somebody else's. */
const OWN = 7;
const OTHER = 11;

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SCANNER_URL: scanner.url });
  await server.createAdmin(ADMIN);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const open: Journey['open'] = (path, title) => journey.open(path, title);
const told: Journey['told'] = (text) => journey.told(text);

async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('main path through the console', () => {
  recordFailures(() => page);

  it('signs an Admin in by a code sent by SMS', async () => {
    await page.goto(server.url);
    await page.waitForURL('**/auth');
    await page.getByLabel('Phone number').waitFor();
    await checkScreenNightly(page, 'sign in, phone');
    await page.getByLabel('Phone number').fill(ADMIN);
    await page.getByRole('button', { name: 'Login' }).click();
    await told('Enter OTP received on SMS');
    await checkScreenNightly(page, 'sign in, code');
    await page.getByLabel('Verification code').fill(await server.codeFor(ADMIN));
    await page.getByRole('button', { name: 'Submit OTP' }).click();
    await page.waitForURL('**/app/**');
  });

  it('creates a school with its payment configuration', async () => {
    await open('school.add', 'Add School');
    await checkScreenNightly(page, 'add school');
    await page.getByRole('button', { name: 'Create school' }).click();
    await checkScreenNightly(page, 'add school, refused');
    const fields = {
      'School code': 'KLM-1',
      'Official name': 'Kilimo Academy',
      'Short name': 'Kilimo',
      'P.O box': '1904',
      Town: 'Kisumu',
    };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    await pick('County', 'Kisumu');
    // Proposed; whoever runs this school signs in by code alone below.
    await page.getByRole('checkbox', { name: 'School administrators need a second factor' }).uncheck();
    await page.getByRole('button', { name: 'Create school' }).click();
    await told('Please choose a valid image.');
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(encodePng({ width: 64, height: 64, dpi: 72, pixels: new Uint8Array(64 * 64).fill(90) })),
    });
    await page.getByRole('button', { name: 'Create school' }).click();
    await told('School was created successfully');
    await page.getByLabel('Contact name').waitFor();
    await checkScreenNightly(page, 'payment configuration');
    const config = {
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
    };
    for (const [label, value] of Object.entries(config)) await page.getByRole('textbox', { name: label }).fill(value);
    await page.getByRole('button', { name: 'Complete' }).click();
    await told('School configuration was created successfully');
    await open('school.view', 'Schools');
    await told('Kilimo Academy');
    await checkScreenNightly(page, 'schools');
  });

  it('creates a class in the chosen school, and opens the screens of users', async () => {
    await page.goto(`${server.url}/app/class.add`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'Kilimo' }).click();
    await page.getByLabel('Class name').fill('Grade 4 East');
    await checkScreenNightly(page, 'add class');
    await page.getByRole('button', { name: 'Add class' }).click();
    await told('Class was created successfully');
    await open('class.view', 'Classes');
    await told('Grade 4 East');
    await checkScreenNightly(page, 'classes');
    await open('profile.add', /Add User/i);
    await checkScreenNightly(page, 'add user');
    await open('profile.view', /Users/i);
    await checkScreenNightly(page, 'users');
  });

  it('enrols a student with three impressions, consent by code and a guardian', async () => {
    await open('student.add', 'Add Student');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('First name').fill('Amina');
    await page.getByLabel('Last name').fill('Juma');
    await pick('Class', 'Grade 4 East');
    await page.getByLabel('Check pin').fill('123456');
    await page.getByRole('button', { name: 'Next' }).click();
    await checkScreenNightly(page, 'add student, details refused');
    await page.getByLabel('Check pin').fill(PIN);
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Student added successfully');

    await pick('Relation to the student', 'Mother');
    await pick('How it was given', "Code sent to the guardian's phone");
    await page.getByLabel("Guardian's name").fill('Achieng Were');
    await page.getByLabel("Guardian's phone number").fill('0733 111-444');
    await page.getByRole('button', { name: 'Add guardian' }).click();
    await page.getByRole('radio', { name: 'Achieng Were · 2547…444' }).waitFor();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Code sent to Achieng Were, 2547…444').waitFor();
    await checkScreenNightly(page, 'add student, fingerprint');
    await page.getByLabel("Guardian's code").fill(await server.codeFor('254733111444'));
    scanner.touch(OWN);
    for (const impression of [1, 2, 3]) {
      await told('Student fingerprint scanned successfully');
      if (impression === 1) await checkScreenNightly(page, 'add student, scanned');
      if (impression < 3) {
        await page.getByRole('button', { name: 'Save and scan again' }).click();
        await told(`${impression} of 3 impressions`);
        scanner.lift();
        scanner.touch(OWN);
      }
    }
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Student fingerprint added successfully');
    scanner.lift();

    await page.getByLabel('Names').fill('Achieng Were');
    await page.getByLabel('Phone number').fill('254711223344');
    await page.getByLabel('Email').fill('achieng@example.com');
    await checkScreenNightly(page, 'add student, guardian');
    await page.getByRole('button', { name: 'Add Contact' }).click();
    await told('Guardian added successfully');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByLabel('First name').waitFor();

    await open('student.view', 'Students');
    await told('Amina Juma');
    await checkScreenNightly(page, 'students');
    await open('student.add.fingerprint', 'Scan Fingerprint');
    await checkScreenNightly(page, 'scan fingerprint');
  });

  it("rejects another person's finger, and checks the student in and out by their own", async () => {
    await page.goto(`${server.url}/app/checkin.fingerprint`);
    const number = page.getByLabel('Admission number');
    await number.waitFor();
    await told('Put the finger on the reader');
    await checkScreenNightly(page, 'check in by fingerprint');
    // Without a finger the previous number is cleared, so that the next number is not appended to it.
    await page.keyboard.type('4001', HAND);
    await page.keyboard.press('Enter');
    await page.keyboard.type('4002', HAND);
    expect(await number.inputValue()).toBe('4002');
    await page.keyboard.press('Escape');
    await number.fill(NUMBER);
    await told('Amina Juma');
    scanner.touch(OTHER);
    await told('Wrong finger');
    // A finger that stays on the reader would be scanned for the next student.
    scanner.lift();
    await checkScreenNightly(page, 'check in, wrong finger');
    await page.keyboard.press('Escape');
    await page.getByLabel('No fingerprint yet').waitFor();
    await number.fill(NUMBER);
    await told('Amina Juma');
    scanner.touch(OWN);
    await told('Student was checked in successfully');
    scanner.lift();
    await checkScreenNightly(page, 'check in, done');

    await page.goto(`${server.url}/app/checkout.fingerprint`);
    await number.waitFor();
    scanner.touch(OWN);
    await number.fill(NUMBER);
    await told('Student was checked out successfully');
    scanner.lift();
  });

  it('checks the student in and out by PIN', async () => {
    for (const [path, done] of [
      ['checkin.pin', 'Student was checked in successfully'],
      ['checkout.pin', 'Student was checked out successfully'],
    ] as const) {
      await page.goto(`${server.url}/app/${path}`);
      const number = page.getByLabel('Admission number');
      await number.fill(NUMBER);
      await told('Amina Juma');
      await number.press('Enter');
      // As fingers type: a burst would be taken for a card.
      await page.keyboard.type(PIN, { delay: 60 });
      await page.keyboard.press('Enter');
      await told(done);
    }
    await checkScreenNightly(page, 'check out by PIN');
  });

  it('takes a deposit and pays cash out by finger and by PIN, within the limit and the balance', async () => {
    await open('student.upload.money', 'Upload Pocket Money');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Amina Juma');
    await page.getByLabel('Amount (KES)').fill('500.50');
    await page.getByRole('button', { name: 'Pay in' }).click();
    await told('Open your till first. This school handles cash only through tills.');
    await checkScreenNightly(page, 'pocket money, no till');
    await page.getByRole('link', { name: 'Open a till' }).click();
    await page.getByLabel('Float (KES)').fill('0');
    await page.getByRole('button', { name: 'Open the till' }).click();
    await told(/^The till is open/);
    await open('student.upload.money', 'Upload Pocket Money');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Amina Juma');
    await page.getByLabel('Amount (KES)').fill('500.50');
    await page.getByRole('button', { name: 'Pay in' }).click();
    await told('Pocket money was paid in, balance: 500.50');
    await checkScreenNightly(page, 'pocket money paid in');

    await open('cashout.fingerprint', 'Cash Out by Fingerprint');
    await checkScreenNightly(page, 'cash out by fingerprint');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Amina Juma');
    await page.getByLabel('Amount (KES)').fill('600');
    scanner.touch(OWN);
    await told('Student fingerprint scanned successfully');
    await page.getByRole('button', { name: 'Cashout' }).click();
    // As Add School proposes.
    await told('Above KES 200.00 a finger alone is not enough (set by the school). Use the PIN.');
    await checkScreenNightly(page, 'cash out, refused');
    scanner.lift();
    await page.getByLabel('Amount (KES)').fill('100');
    scanner.touch(OWN);
    await told('Student fingerprint scanned successfully');
    await page.getByRole('button', { name: 'Cashout' }).click();
    await told('Cashout successful balance: 400.50');
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await checkScreenNightly(page, 'cash out, receipt');
    scanner.lift();

    await open('cashout.pin', 'Cash Out by Pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Amount (KES)').fill('450');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await told('Amina Juma');
    await page.getByRole('button', { name: 'Cashout' }).click();
    await told('Not enough money: balance is KES 400.50');
    await page.getByLabel('Amount (KES)').fill('50');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Cashout' }).click();
    await told('Cashout successful balance: 350.50');
    await checkScreenNightly(page, 'cash out by PIN');
  });

  it('shows the money moved on the dashboard, and exports a spreadsheet', async () => {
    await open('school.dash', 'Kilimo Academy');
    await told('350.50');
    await told('2/2');
    await page.getByText('Set the pocket money limits').waitFor();
    await checkScreenNightly(page, 'dashboard');
    const money = page.getByRole('slider', { name: 'Pocket money, 30 days' });
    await money.press('End');
    await expect.poll(() => money.getAttribute('aria-valuetext')).toMatch(/Paid in 500\.50 · Paid out 150\.00/);
    await page.getByRole('button', { name: 'Pocket money, 30 days as a table' }).click();
    await page.getByRole('columnheader', { name: 'Spent at school' }).waitFor();
    await checkScreenNightly(page, 'dashboard, money as a table');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('heading', { name: 'Set up your school' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /xlsx/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  it('asks for sign-in after a logout', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.waitForURL('**/auth');
    await page.goto(`${server.url}/app/school.view`);
    await page.waitForURL('**/auth**');
    expect(journey.complaints).toEqual([]);
  });
});
