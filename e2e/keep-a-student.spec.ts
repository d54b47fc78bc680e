import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { print } from './papers.ts';
import { type RunningServer, startServer } from './server.ts';

const OPERATOR = '254700000001';
const BURSAR = '254700000002';
const OLD_PIN = '482613';
const NEW_PIN = '770412';
const NUMBERS = ['90001', '90002', '90003'] as const;
const [NUMBER] = NUMBERS;

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(OPERATOR, () => server.codeFor(OPERATOR));
  const schools = await office.call('school/viewSchools', {}, 'GET');
  office.actOn(String(schools.body[0]?.sysid));
  const from = await office.call('school/createClass', { className: 'Grade 6 Nyota' });
  await office.call('school/createClass', { className: 'Grade 7 Nyota' });
  for (const [place, names] of ['Achieng Odhiambo', 'Brian Kiptoo', 'Zawadi Moraa'].entries()) {
    const student = { admissionNumber: NUMBERS[place], names, classSYSID: from.body.sysid, checkPin: OLD_PIN };
    const added = await office.call('student/createStudent', student);
    const guardian = { name: 'Mary Atieno', mobileNumber: '254712345678', studentSYSID: added.body.sysid };
    await office.call('student/addContact', guardian);
  }
  await office.call('wallet/deposit', { admissionNumber: NUMBER, amount: 350 });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const open: Journey['open'] = (path, title) => journey.open(path, title);
const told: Journey['told'] = (text) => journey.told(text);
const dialog = () => page.getByRole('dialog');
const closed = () => dialog().waitFor({ state: 'hidden' });

async function choose(label: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** At the gate, as a guard types it; answers once the screen says so. */
async function enter(path: 'checkin.pin' | 'checkout.pin', pin: string, answer: string | RegExp): Promise<void> {
  await page.goto(`${server.url}/app/${path}`);
  const number = page.getByLabel('Admission number');
  await number.fill(NUMBER);
  await told('Achieng');
  await number.press('Enter');
  await page.keyboard.type(pin, { delay: 60 });
  await page.keyboard.press('Enter');
  await told(answer);
}

describe('student records in the office', () => {
  recordFailures(() => page);

  it("edits a student's names and PIN, and the gate rejects the old PIN", async () => {
    await journey.enter(BURSAR);
    await open('student.view', 'Students');
    await told('Students who have left are not shown.');
    await spotCheckScreen(page, 'students');
    await page.getByRole('searchbox').fill(NUMBER);
    await page.getByRole('button', { name: 'View Achieng Odhiambo' }).click();
    await dialog().getByText('Mary Atieno').waitFor();
    await spotCheckScreen(page, 'students, view');
    await dialog().getByRole('link', { name: "Open the student's page" }).click();
    await page.getByRole('heading', { level: 1, name: 'Achieng Odhiambo' }).waitFor();
    await told('Paid in at school');
    await checkScreen(page, 'student');

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByLabel('Names').fill('Achieng Atieno Odhiambo');
    await dialog().getByLabel('New check pin').fill('1234');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told(/too easy to guess: it runs in sequence/);
    await spotCheckScreen(page, 'student, edit, weak pin');
    await dialog().getByLabel('New check pin').fill(NEW_PIN);
    // Half a month is no month, and does not get lost.
    const month = dialog().getByLabel('Month of birth');
    await month.focus();
    await page.keyboard.type('Mar');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told('must be a month like 2026-11');
    await month.fill('2017-03');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told('Student saved');
    await told('03/2017');
    await page.getByRole('heading', { level: 1, name: 'Achieng Atieno Odhiambo' }).waitFor();
    await told('PIN changed');

    await enter('checkin.pin', OLD_PIN, /Wrong PIN/i);
    await enter('checkin.pin', NEW_PIN, 'Student was checked in successfully');
  });

  it('refuses to mark a student as having left who is on campus', async () => {
    await open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Atieno Odhiambo');
    await told(/^On campus since/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await choose('Status', 'Left');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told(/This student has been in school since/);
    await spotCheckScreen(page, 'student, cannot leave');
    await page.keyboard.press('Escape');
    await closed();
    await enter('checkout.pin', NEW_PIN, 'Student was checked out successfully');
  });

  it('moves three students to another class and undoes it', async () => {
    await open('student.view?search=Grade+6+Nyota', 'Students');
    const rows = page.getByRole('row').filter({ hasText: 'Grade 6 Nyota' });
    await rows.nth(2).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await spotCheckScreen(page, 'students, selected');
    await page.getByRole('button', { name: 'Move to class' }).click();
    await choose('New class', 'Grade 7 Nyota');
    await spotCheckScreen(page, 'students, move');
    await dialog().getByRole('button', { name: 'Move to class' }).click();
    await told('3 students moved to Grade 7 Nyota');
    await told('Nothing matches');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await told('3 students moved back');
    await rows.nth(2).waitFor();
  });

  it('deletes two students, says why the third cannot be deleted, and undoes it', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await told('1 row was not done');
    await told(/the books hold money, attendance/);
    await told('2 students deleted');
    await spotCheckScreen(page, 'students, some refused');
    // A notice that moves from its place on a phone to that on a wide screen exists twice for a moment.
    await page.getByRole('button', { name: 'Undo what was done' }).nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo what was done' }).click();
    await told('2 students restored');
  });

  it("changes a guardian's phone number, and deletes and restores the guardian", async () => {
    await open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Atieno Odhiambo');
    await page.getByRole('button', { name: 'Edit Mary Atieno' }).click();
    await dialog().getByLabel('Phone number').fill('254722000111');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told('Guardian saved');
    await closed();
    await told('254722000111');
    await page.getByRole('button', { name: 'Edit Mary Atieno' }).click();
    await dialog().getByText('2547…111').waitFor();
    await spotCheckScreen(page, 'guardian, edit');
    await page.keyboard.press('Escape');
    await closed();
    await page.getByRole('button', { name: 'Delete Mary Atieno' }).click();
    await told('No guardian is recorded yet.');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await told('Mary Atieno was restored');
    await page.getByRole('button', { name: 'Edit Mary Atieno' }).waitFor();
  });

  it('refuses to check in a student who has left, and checks in a student who has returned', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await choose('Status', 'Left');
    await spotCheckScreen(page, 'student, edit, leaves');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await told('Achieng Atieno Odhiambo has left. KES 350.00 is still in the wallet.');
    await told(/^Left on/);
    await spotCheckScreen(page, 'student who has left');
    const refused = await office.call('check/inPin', { admissionNumber: NUMBER, pin: NEW_PIN });
    expect([refused.status, refused.body.problem]).toEqual([404, 'student.not-found']);
    await open('student.view?status=left', 'Students');
    await page.getByRole('button', { name: 'View Achieng Atieno Odhiambo' }).waitFor();
    await open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Atieno Odhiambo');
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await told('Achieng Atieno Odhiambo has returned');
    await enter('checkin.pin', NEW_PIN, 'Student was checked in successfully');
  });

  it('lists the changes of a student in the history', async () => {
    await open(`student.details?admissionNumber=${NUMBER}`, 'Achieng Atieno Odhiambo');
    const history = page.getByRole('region', { name: 'History' });
    for (const text of ['Readmitted', 'Marked as left', 'PIN changed', 'Grade 7 Nyota', 'Achieng Odhiambo'])
      await history.getByText(text).first().waitFor();
    await page.getByRole('button', { name: 'Withdraw consent' }).waitFor({ state: 'hidden' });
    await open('student.details', 'Student');
    await spotCheckScreen(page, 'student, none chosen');
    await open('student.details?admissionNumber=999999', 'Student');
    await told('No student has this admission number');
    await spotCheckScreen(page, 'student, unknown');
    expect(journey.complaints).toEqual([]);
  });

  it("erases a student's fingerprints when the consent is withdrawn", async () => {
    await open('student.details?admissionNumber=4003', /./);
    await page.getByRole('button', { name: 'Withdraw consent' }).click();
    await dialog().getByRole('button', { name: 'Withdraw and erase' }).click();
    await told(/need another look/);
    await spotCheckScreen(page, 'student, withdraw consent');
    await dialog().getByLabel('Who withdraws it').fill('Mary Wanjiku');
    await choose('Relation to the student', 'Mother');
    await dialog().getByRole('button', { name: 'Withdraw and erase' }).click();
    await told(/was withdrawn and the fingerprints erased/);
    await told('No finger is enrolled yet.');
    await told('Withdrawn by Mary Wanjiku (Mother)');
    expect(journey.complaints).toEqual([]);
  });

  it('shows both versions of a name that was edited in two tabs, and saves the chosen one', async () => {
    const edit = `${server.url}/app/student.view?edit=${NUMBERS[1]}`;
    const other = await page.context().newPage();
    await Promise.all([page, other].map((tab) => tab.goto(edit)));
    await Promise.all([page, other].map((tab) => tab.getByLabel('Names').waitFor()));
    await other.getByLabel('Names').fill('Brian Cheruiyot');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByText('Student saved').first().waitFor();
    await other.close();
    await page.getByLabel('Names').fill('Brian Kipchoge');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('radio', { name: 'Brian Cheruiyot' }).waitFor();
    await checkScreen(page, 'student, changed by two');
    await page.getByRole('button', { name: 'Save the choices' }).click();
    await told('Student saved');
    const { body } = await office.call('student/getStudent', { admissionNumber: NUMBERS[1] }, 'GET');
    expect(body.names).toBe('Brian Kipchoge');
  });

  it('prints slips with new PINs on A4, and asks before closing them', async () => {
    await open('student.view', 'Students');
    await page.getByRole('searchbox').fill('9000');
    await page.getByRole('button', { name: 'View Zawadi Moraa' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: /^PINs for / }).click();
    await dialog().getByRole('checkbox').check();
    await spotCheckScreen(page, 'new PINs asked');
    await dialog().getByRole('button', { name: 'Make the PINs' }).click();
    const pin = dialog()
      .getByText(/^\d{6}$/)
      .first();
    await pin.waitFor();
    await checkScreen(page, 'new PINs');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await pin.waitFor();
    expect((await print(page, 'pin slips')).sizes).toEqual(['210x297']);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Yes, close them' }).click();
    await pin.waitFor({ state: 'hidden' });
  });
});
