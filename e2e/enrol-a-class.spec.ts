import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const CLASS = 'Grade 9 Kifaru';
/** Three children, each with a finger of the tray that no demo student has. */
const NEEMA = { admissionNumber: '8901', names: 'Neema Atieno', finger: 41 } as const;
const BARAKA = { admissionNumber: '8902', names: 'Baraka Mwangi', finger: 42 } as const;
const IMANI = { admissionNumber: '8903', names: 'Imani Chebet', finger: 43 } as const;
const { E2E_SHOTS: SHOTS } = process.env;

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let office: WireClient;
const ids = new Map<string, string>();

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/getSchools', {}, 'GET')).body[0]?.sysid));
  const { sysid: classSYSID } = (await office.call('school/createClass', { className: CLASS })).body;
  for (const { admissionNumber, names } of [NEEMA, BARAKA, IMANI]) {
    const { body } = await office.call('student/createStudent', { admissionNumber, names, classSYSID });
    ids.set(admissionNumber, String(body.sysid));
  }
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Waits until that student is the one at the reader. */
const atReader = ({ names }: { names: string }) => page.getByRole('heading', { level: 2, name: names }).waitFor();

async function consent(by: string, relation: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Who gave it' }).fill(by);
  await page.getByRole('combobox', { name: 'Relation to the student' }).click();
  await page.getByRole('option', { name: relation, exact: true }).click();
}

async function consentsOf({ admissionNumber }: { admissionNumber: string }): Promise<unknown[]> {
  const { body } = await office.call('student/getConsents', { studentSYSID: ids.get(admissionNumber) ?? '' }, 'GET');
  return Array.from(body as unknown as { by: string; relation: string; method: string }[]).map((row) => [
    row.by,
    row.relation,
    row.method,
  ]);
}

describe('enrolment of a class', () => {
  recordFailures(() => page);

  it('starts at the first student of the class, and prints a consent sheet of one page', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.add.fingerprint', 'Scan Fingerprint');
    await page.getByRole('link', { name: 'Enrol a class' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enrol a Class' }).waitFor();
    await spotCheckScreen(page, 'enrol a class, none chosen');
    await page.getByLabel('Class').selectOption({ label: CLASS });
    await atReader(NEEMA);
    await told('0 of 3 have a fingerprint');
    await checkScreen(page, 'enrol a class');
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await button('Print the consent sheet').click();
    const sheet = page.locator('body > [data-paper="sheet"]');
    await sheet.waitFor({ state: 'attached' });
    expect(await sheet.locator('tbody > tr').count()).toBe(3);
    // Each sheet says so: the browser repeats the head of the table.
    expect(await sheet.locator('thead').textContent()).toContain(`Consent to fingerprints, ${CLASS}`);
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      ...(SHOTS ? { path: `${SHOTS}/consent-sheet.pdf` } : {}),
    });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
  });

  it('shows no finger and stores no consent before the consent form is complete', async () => {
    scanner.touch(NEEMA.finger);
    await button('Scan the finger').click();
    await told('Required for the consent');
    await page.getByText('The fingerprint is shown here').waitFor();
    await spotCheckScreen(page, 'enrol a class, consent missing');
    expect(await consentsOf(NEEMA)).toEqual([]);
  });

  it('enrols the first student with the consent, and calls the next student', async () => {
    await consent('Achieng Were', 'Mother');
    await button('Scan the finger').click();
    await atReader(BARAKA);
    await told('1 of 3 has a fingerprint');
    expect(await consentsOf(NEEMA)).toEqual([['Achieng Were', 'mother', 'paper']]);
  });

  it("rejects the previous student's finger, left on the reader, for the next student", async () => {
    // The fields of the second child have no values of the first.
    expect(await page.getByRole('textbox', { name: 'Who gave it' }).inputValue()).toBe('');
    await page.getByText('The fingerprint is shown here').waitFor();
    await consent('Juma Mwangi', 'Father');
    await button('Scan the finger').click();
    await told(`This finger is already enrolled for another student: ${NEEMA.admissionNumber}.`);
    await spotCheckScreen(page, 'enrol a class, finger of another');
    expect(await consentsOf(BARAKA)).toEqual([]);
  });

  it('continues at the same student and impression after a reload', async () => {
    // The second impression does not get through before the page is gone.
    let uploads = 0;
    await page.route('**/api/student/uploadStudentFingerprint', async (route) => {
      uploads += 1;
      if (uploads === 1) await route.continue();
    });
    scanner.touch(BARAKA.finger);
    await button('Scan the finger').click();
    await told('1 of 3 impressions');
    await page.reload();
    scanner.lift();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await atReader(BARAKA);
    await told('1 of 3 impressions');
    await page.getByRole('radio', { name: /^It is on record/, checked: true }).waitFor();
    await button('Next student').click();
    await atReader(IMANI);
    await told('2 of 3 have a fingerprint');
  });

  it('keeps a skipped student through a reload, and enrols that student later', async () => {
    await button('Skip for now').click();
    await told('1 student was skipped. All others have a fingerprint.');
    await checkScreen(page, 'enrol a class, one skipped');
    await page.reload();
    await told('1 student was skipped. All others have a fingerprint.');
    await button('Go back to them').click();
    await atReader(IMANI);
    await consent('Grace Chebet', 'Guardian');
    await button('Scan the finger').click();
    scanner.touch(IMANI.finger);
    await told('All 3 students in this class have a fingerprint.');
    scanner.lift();
    await spotCheckScreen(page, 'enrol a class, done');
    expect(await consentsOf(IMANI)).toEqual([['Grace Chebet', 'guardian', 'paper']]);
    expect(await consentsOf(BARAKA)).toEqual([['Juma Mwangi', 'father', 'paper']]);
    expect(journey.complaints).toEqual([]);
  });
});
