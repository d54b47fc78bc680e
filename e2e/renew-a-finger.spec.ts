import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
/** A child of eight, with a finger of the tray that no demo student has. */
const NEEMA = { admissionNumber: '8911', names: 'Neema Atieno', finger: 41 } as const;
/** Another one, whose finger has outgrown what is enrolled. */
const BARAKA = { admissionNumber: '8912', names: 'Baraka Mwangi', finger: 42 } as const;
const MOTHER = { name: 'Wanjiru Mwangi', mobileNumber: '254711000912' } as const;

const WRONG_PIN = 'The PIN is wrong.';

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let office: WireClient;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = String((await office.call('school/getSchools', {}, 'GET')).body[0]?.sysid);
  office.actOn(school);
  const { sysid: classSYSID } = (await office.call('school/createClass', { className: 'Grade 3 Kifaru' })).body;
  const birthMonth = `${new Date().getUTCFullYear() - 8}-01`;
  for (const { admissionNumber, names, finger } of [NEEMA, BARAKA]) {
    const child = { admissionNumber, names, classSYSID, checkPin: PIN, birthMonth };
    const { sysid: studentSYSID } = (await office.call('student/createStudent', child)).body;
    for (const seed of [1, 2, 3]) {
      const B64Fingerprint = Buffer.from(encodePng(impress(makeFinger(finger), { seed }))).toString('base64');
      const consent = { ConsentBy: 'Achieng Were', ConsentRelation: 'Mother', ConsentMethod: 'paper' };
      const { status, body } = await office.call('student/uploadStudentFingerprintAdm', {
        AdmissionNumber: admissionNumber,
        B64Fingerprint,
        ...consent,
      });
      expect([status, body]).toMatchObject([200, { impressions: seed }]);
    }
    if (admissionNumber === BARAKA.admissionNumber)
      expect((await office.call('student/addContact', { studentSYSID, email: '', ...MOTHER })).status).toBe(200);
  }
  // Two years have gone by since.
  const owner = new pg.Client(ownerUrlOf(server));
  await owner.connect();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  const aged = await owner.query(
    `UPDATE fingerprints SET enrolled_at = enrolled_at - interval '2 years'
     WHERE student_id IN (SELECT id FROM students WHERE admission_number = ANY($1))`,
    [[NEEMA.admissionNumber, BARAKA.admissionNumber]],
  );
  expect(aged.rowCount).toBe(6);
  await owner.query(`UPDATE guardians SET created_at = created_at - interval '2 years' WHERE mobile_number = $1`, [
    MOTHER.mobileNumber,
  ]);
  await owner.end();
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

describe('renewal of a finger', () => {
  recordFailures(() => page);

  it('lists a finger to be renewed from the dashboard, with the reason', async () => {
    await journey.enter(BURSAR);
    await journey.open('school.dash', /./);
    await page.getByRole('link', { name: /to enrol again/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Fingers to Enrol Again' }).waitFor();
    const row = page.getByRole('row', { name: new RegExp(NEEMA.names) });
    await row.getByText('Over a year ago').waitFor();
    await checkScreen(page, 'fingers to enrol again');
    await row.getByRole('link', { name: NEEMA.names }).click();
    await page.getByRole('heading', { level: 2, name: 'Fingerprints' }).waitFor();
  });

  it('renews a finger with the PIN, and rejects a wrong PIN', async () => {
    scanner.touch(NEEMA.finger);
    await button('Renew').click();
    const dialog = page.getByRole('dialog');
    const scanned = dialog.getByAltText('Scanned fingerprint');
    await scanned.waitFor();
    await checkScreen(page, 'renew a finger');
    const pin = dialog.getByRole('textbox', { name: 'PIN of the student' });
    await pin.fill('111213');
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await dialog.getByText(WRONG_PIN).waitFor();
    await spotCheckScreen(page, 'renew a finger, wrong PIN');
    // A refused picture is dropped: the finger is laid down anew, and the PIN typed anew.
    scanner.lift();
    scanner.touch(NEEMA.finger);
    await scanned.waitFor();
    await pin.fill(PIN);
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await told(`Right index finger of ${NEEMA.names} was renewed`);
  });

  it('restores the fingerprint that was replaced by a renewal', async () => {
    await page.getByRole('heading', { level: 2, name: 'Replaced fingerprints' }).waitFor();
    await checkScreen(page, 'a replaced fingerprint');
    await button('Restore').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await told('The earlier fingerprint was restored');
    await page.getByRole('heading', { level: 2, name: 'Replaced fingerprints' }).waitFor({ state: 'detached' });
  });
});

/** Lays a finger on the reader three times, lifted in between. */
async function layThreeTimes(finger: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const shown of [1, 2, 3]) {
    scanner.touch(finger);
    await dialog.getByText(`Right index finger: ${shown} of 3 impressions`).waitFor();
    scanner.lift();
  }
}

describe('reenrolment of a finger', () => {
  recordFailures(() => page);

  it('reenrols a finger with the PIN, and rejects scans of another finger', async () => {
    scanner.lift();
    await page.goto(`${server.url}/app/report.fingers`);
    await page.getByRole('button', { name: `Enrol again: ${BARAKA.names}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'The student, by PIN' }).waitFor();
    await checkScreen(page, 'enrol a finger anew');
    await dialog.getByRole('textbox', { name: 'PIN of the student' }).fill(PIN);
    const act = dialog.getByRole('button', { name: 'Enrol again', exact: true });
    await layThreeTimes(NEEMA.finger);
    await act.click();
    await dialog.getByText('A scan does not match the enrolled fingerprint.').waitFor();
    await spotCheckScreen(page, 'enrol a finger anew, another one');
    await layThreeTimes(BARAKA.finger);
    await act.click();
    await told(`Right index finger of ${BARAKA.names} was enrolled again`);
    await page.getByRole('row', { name: new RegExp(BARAKA.names) }).waitFor({ state: 'detached' });
  });

  it("requires a guardian's code to reenrol a finger that changed recently, and says that cash waits", async () => {
    await page.goto(`${server.url}/app/student.details?admissionNumber=${BARAKA.admissionNumber}`);
    await button('Enrol again').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'PIN of the student' }).fill(PIN);
    await layThreeTimes(BARAKA.finger);
    const act = dialog.getByRole('button', { name: 'Enrol again', exact: true });
    await act.click();
    await dialog.getByText('changed recently. Ask a guardian for a code.').waitFor();
    await dialog.getByRole('radio', { name: 'A guardian, by code' }).check();
    await dialog.getByRole('radio', { name: new RegExp(MOTHER.name) }).check();
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const code = dialog.getByRole('textbox', { name: "Guardian's code" });
    await code.fill(await server.codeFor(MOTHER.mobileNumber));
    await checkScreen(page, 'enrol a finger anew by code');
    await act.click();
    await told(`Right index finger of ${BARAKA.names} was enrolled again. Cash-outs with it are on hold until`);
  });

  it('restores all impressions that a reenrolment replaced together', async () => {
    const replaced = page.getByRole('region', { name: 'Replaced fingerprints' });
    await replaced.getByText('3 impressions').first().waitFor();
    await checkScreen(page, 'fingerprints that were replaced together');
    await replaced.getByRole('button', { name: 'Restore' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All earlier fingerprints of this finger are restored').waitFor();
    await spotCheckScreen(page, 'put all of a finger back');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await told('The earlier fingerprint was restored');
    await replaced.getByRole('button', { name: 'Restore' }).nth(1).waitFor({ state: 'detached' });
    expect(await replaced.getByRole('button', { name: 'Restore' }).count()).toBe(1);
  });
});
