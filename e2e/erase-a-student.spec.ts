import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const OPERATOR = '254700000001';
const BURSAR = '254700000002';

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;
let child: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(OPERATOR, () => server.codeFor(OPERATOR));
  const schools = await office.call('school/viewSchools', {}, 'GET');
  office.actOn(String(schools.body[0]?.sysid));
  const { body } = await office.call('school/createClass', { className: 'Grade 6 Nyota' });
  for (const [admissionNumber, names] of [
    ['90001', 'Achieng Odhiambo Were'],
    ['90002', 'Zawadi Moraa'],
  ] as const) {
    const student = { admissionNumber, names, classSYSID: body.sysid, checkPin: '482613' };
    const made = await office.call('student/createStudent', student);
    if (admissionNumber === '90002') child = String(made.body.sysid);
  }
  await office.call('wallet/deposit', { admissionNumber: '90001', amount: 350 });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('erasure of a student', () => {
  recordFailures(() => page);

  it('refuses to propose an erasure while there is money in the wallet', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.details?admissionNumber=90001', 'Achieng Odhiambo Were');
    await button("Erase this student's data").click();
    const dialog = page.getByRole('dialog', { name: 'Erase all data about Achieng Odhiambo Were?' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family moved away');
    await page.keyboard.press('Enter');
    await dialog.getByText('There is money in the wallet: pay it out or refund it first.').waitFor();
    await spotCheckScreen(page, 'an erasure that cannot be proposed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('erases a student once a second person approves the proposal', async () => {
    await office.call('student/erase', { sysid: child, reason: 'The family asked for it' });
    await journey.open('student.view', 'Students');
    await page.getByRole('link', { name: /^Zawadi Moraa/ }).waitFor();
    await spotCheckScreen(page, 'students, with an erasure that waits');
    await page.getByRole('link', { name: /^Zawadi Moraa/ }).click();
    await journey.told('The family asked for it');
    await spotCheckScreen(page, 'an erasure to approve');
    await button('Approve').click();
    const question = page.getByRole('dialog', { name: 'Erase for good?' });
    await question.getByText('This cannot be undone.').waitFor();
    await spotCheckTheme(page, 'erase for good', 'light');
    await question.getByRole('button', { name: 'Erase for good' }).click();
    await journey.told(/^Erased\. In the books this student is now E-/);
    await page.goto(`${server.url}/app/student.details?admissionNumber=90002`);
    await journey.told('No student has this admission number');
  });
});
