import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { glanceAt, lookAt } from './looks.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
/** A child of eight, with a finger of the tray that nobody of the demo school has. */
const NEEMA = { admissionNumber: '8911', names: 'Neema Atieno', finger: 41 } as const;

const WRONG_PIN = 'The PIN is not right.';

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
  const { admissionNumber, names, finger } = NEEMA;
  const birthMonth = `${new Date().getUTCFullYear() - 8}-01`;
  await office.call('student/createStudent', { admissionNumber, names, classSYSID, checkPin: PIN, birthMonth });
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
  // Two years have gone by since.
  const owner = new pg.Client(ownerUrlOf(server));
  await owner.connect();
  await owner.query(`SELECT set_config('app.school_id', $1, false)`, [school]);
  const aged = await owner.query(
    `UPDATE fingerprints SET enrolled_at = enrolled_at - interval '2 years'
     WHERE student_id IN (SELECT id FROM students WHERE admission_number = $1)`,
    [admissionNumber],
  );
  expect(aged.rowCount).toBe(3);
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

describe('renewing the finger of a child who has grown', () => {
  recordFailures(() => page);

  it('begins at what is to do, with the reason why', async () => {
    await journey.signIn(BURSAR);
    await page.getByRole('link', { name: /to be enrolled again/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Fingers to Enrol Again' }).waitFor();
    const row = page.getByRole('row', { name: new RegExp(NEEMA.names) });
    await row.getByText('Enrolled over a year ago').waitFor();
    await lookAt(page, 'fingers to enrol again');
    await row.getByRole('link', { name: NEEMA.names }).click();
    await page.getByRole('heading', { level: 2, name: 'Fingerprints' }).waitFor();
  });

  it('takes PIN and finger together, and says why a wrong PIN is none', async () => {
    scanner.touch(NEEMA.finger);
    await button('Renew').click();
    const dialog = page.getByRole('dialog');
    const scanned = dialog.getByAltText('Scanned fingerprint');
    await scanned.waitFor();
    await lookAt(page, 'renew a finger');
    const pin = dialog.getByRole('textbox', { name: 'PIN of the student' });
    await pin.fill('111213');
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await dialog.getByText(WRONG_PIN).waitFor();
    await glanceAt(page, 'renew a finger, wrong PIN');
    // A refused picture is dropped: the finger is laid down anew, and the PIN typed anew.
    scanner.lift();
    scanner.touch(NEEMA.finger);
    await scanned.waitFor();
    await pin.fill(PIN);
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await told(`Right index finger of ${NEEMA.names} was renewed`);
  });

  it('is undone by putting the replaced fingerprint back', async () => {
    await page.getByRole('heading', { level: 2, name: 'Replaced fingerprints' }).waitFor();
    await lookAt(page, 'a replaced fingerprint');
    await button('Put back').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Put back', exact: true }).click();
    await told('The earlier fingerprint was put back');
    await page.getByRole('heading', { level: 2, name: 'Replaced fingerprints' }).waitFor({ state: 'detached' });
  });
});
