import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/spreadsheets/read.ts';
import { setTimeZoneToNoon } from '../apps/server/tests/noon.testkit.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, checkScreenVariants } from './looks.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '739152';
const LATE = { admissionNumber: '7721', names: 'Baraka Mwangi' };
const ABSENT = { admissionNumber: '7722', names: 'Zawadi Chebet' };

let server: RunningServer;
let journey: Journey;
let page: Page;
let office: WireClient;
let classSYSID: string;

/** The rules of a school whose day begins at midnight, so that every child is late at whatever hour the journey runs. */
beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const { body: schools } = await office.call('school/viewSchools', {}, 'GET');
  const school = String(schools[0]?.sysid);
  office.actOn(school);
  // Its day neither ends nor begins while this runs.
  await setTimeZoneToNoon(ownerUrlOf(server), school);
  const rules = { sysid: school, lateFrom: '00:00', absentFrom: '00:00', schoolDays: [1, 2, 3, 4, 5, 6, 7] };
  expect((await office.call('school/updateSchoolSettings', rules)).status).toBe(200);
  const { body: made } = await office.call('school/createClass', { className: 'Form 1 Twiga' });
  classSYSID = String(made.sysid);
  for (const student of [LATE, ABSENT])
    expect((await office.call('student/createStudent', { ...student, classSYSID, checkPin: PIN })).status).toBe(200);
  const passed = await office.call('check/inPin', { admissionNumber: LATE.admissionNumber, pin: PIN });
  expect(passed.status).toBe(200);
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.enter(BURSAR);
  await journey.open('school.dash', /./);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const schoolDay = async () =>
  ((await office.call('check/attendanceFigures', {}, 'GET')).body as unknown as { today: string }).today;
const row = (names: string) => page.getByRole('row', { name: new RegExp(names) });
const part = (name: string) =>
  page.getByRole('radiogroup', { name: 'Part of this screen' }).getByText(name, { exact: true });
const option = (name: string) => page.getByRole('option', { name, exact: true });

describe('attendance of a day', () => {
  recordFailures(() => page);

  it("links from the dashboard's count of absent students to their list", async () => {
    await page.getByRole('link', { name: /students? absent today$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Attendance' }).waitFor();
    await page.getByRole('combobox', { name: 'All classes' }).click();
    await option('Form 1 Twiga').click();
    await row(ABSENT.names).getByText('Absent').waitFor();
    expect(await row(LATE.names).count()).toBe(0);
  });

  it('lists a late student, and an absence that the office excused with its note', async () => {
    await page.getByRole('button', { name: `Excuse ${ABSENT.names}` }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Mother called');
    await page.getByRole('button', { name: 'Excuse', exact: true }).click();
    await journey.told(`${ABSENT.names} is excused.`);
    await page.goto(`${server.url}/app/check.attendance?classSYSID=${classSYSID}`);
    await row(LATE.names).getByText('Late').waitFor();
    await row(ABSENT.names).getByText('Sick: Mother called').waitFor();
    await checkScreenVariants(page, 'attendance of a day');
  });

  it('shows the register of the month, and exports it as a spreadsheet', async () => {
    await part('Register').click();
    const sheet = page.getByRole('region', { name: 'Register of Form 1 Twiga' });
    await sheet.getByRole('row', { name: /Baraka Mwangi \(7721\) .*L 0 1 0 0$/ }).waitFor();
    await sheet.getByRole('row', { name: /Zawadi Chebet \(7722\) .*E 0 0 0 1$/ }).waitFor();
    await checkScreenVariants(page, 'register of a month');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download .xlsx' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Register Form 1 Twiga \d{4}-\d\d .*\.xlsx$/);
    const { rows } = await readSheet(await readFile(await file.path()), file.suggestedFilename());
    const [head = [], late = []] = rows.map(({ cells }) => cells);
    expect(head.slice(0, 3)).toEqual(['Admission no.', 'Names', '1']);
    expect(head.slice(-4)).toEqual(['Present', 'Late', 'Absent', 'Excused']);
    expect(late.slice(0, 2)).toEqual(['7721', 'Baraka Mwangi']);
    expect(late).toContain('L');
    expect(late.slice(-4).map(Number)).toEqual([0, 1, 0, 0]);
  });

  it('excuses a class in one step', async () => {
    const { body: made } = await office.call('school/createClass', { className: 'Form 2 Simba' });
    const other = { admissionNumber: '7723', names: 'Amani Kiprotich', classSYSID: made.sysid };
    expect((await office.call('student/createStudent', other)).status).toBe(200);
    await page.goto(`${server.url}/app/check.attendance?classSYSID=${String(made.sysid)}`);
    await row(other.names).getByText('Absent').waitFor();
    await page.getByRole('button', { name: 'Excuse Form 2 Simba' }).click();
    const dialog = page.getByRole('dialog', { name: 'Excuse Form 2 Simba' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Museum');
    await checkScreen(page, 'excuse of a class');
    await dialog.getByRole('button', { name: 'Excuse', exact: true }).click();
    await journey.told('1 student is excused.');
    await row(other.names).getByText('Another reason: Museum').waitFor();
    await page.goto(`${server.url}/app/check.attendance?classSYSID=${classSYSID}`);
  });

  it('reports a day without school in place of its attendance', async () => {
    await part('Days without school').click();
    await page.getByRole('button', { name: 'Add days without school' }).click();
    const today = await schoolDay();
    for (const name of ['From', 'Until']) await page.getByLabel(name).fill(today);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Founders’ Day');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Founders’ Day').waitFor();
    await checkScreenVariants(page, 'days without school');
    await part('Day').click();
    await journey.told('No school: Founders’ Day.');
    expect(journey.complaints).toEqual([]);
  });
});
