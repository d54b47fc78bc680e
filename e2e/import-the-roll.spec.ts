import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/spreadsheets/read.ts';
import { writeSheet } from '../apps/server/src/platform/spreadsheets/write.ts';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { coveredByNotices } from './notices.ts';
import { type RunningServer, startServer } from './server.ts';

// The office of the demo school, and its Admin, who makes a second person there.
const OFFICE = '254700000002';
const ADMIN = '254700000001';
const BURSAR = '254700000077';

const STUDENTS = 500;
const FIRST = 7001;
const WITH_PIN = 60;
const HEAD = ['ADM NO.', 'First Name', 'Surname', 'Form', 'PIN', 'Parent', 'Parent Phone', 'Email', 'Remarks'];

const FIRST_NAMES = ['Amina', 'Brian', 'Cherono', 'David', 'Esther', 'Faith', 'George', 'Halima'];
const LAST_NAMES = ['Otieno', 'Wanjiru', 'Kiprop', 'Mutua', 'Njoroge', 'Achieng', 'Barasa'];

/** The roll as it should be: what excel makes of phone numbers included. */
function rightRow(place: number): string[] {
  const phone = String(712_000_000 + place);
  return [
    String(FIRST + place),
    FIRST_NAMES[place % FIRST_NAMES.length] ?? '',
    LAST_NAMES[place % LAST_NAMES.length] ?? '',
    `Form ${1 + (place % 4)}`,
    place < WITH_PIN ? String(274_951 + 7 * place) : '',
    'Grace Otieno',
    place % 2 === 0 ? `0${phone}` : phone,
    place % 5 === 0 ? `parent${place}@example.com` : '',
    'day scholar',
  ];
}

/** Row, column, value of the cell, and its error text. */
const MISTAKES: readonly [place: number, column: number, text: string, told: string][] = [
  [3, 0, '', 'This cell must not be empty'],
  [17, 0, 'ADM/7018', 'An admission number has 1 to 12 digits'],
  [40, 0, String(FIRST), 'This is already in row 2'],
  [61, 0, '7.06E+12', 'The spreadsheet program cut this number'],
  [99, 1, '', 'This cell must not be empty'],
  [120, 2, 'x'.repeat(150), 'This is too long (must be at most'],
  [180, 4, '12', 'A PIN has 4 to 8 digits'],
  [200, 4, '1234', 'This PIN is too easy to guess (runs in sequence)'],
  [250, 5, '', "The guardian's name is missing"],
  [300, 6, '', "The guardian's number is missing"],
  [350, 6, '0512345678', 'This is not a Kenyan mobile number'],
  [499, 7, 'parent@', 'This is not an email address'],
];
const LETTERS = 'ABCDEFGHI';
/** Rows whose mistake is read before their class is. */
const BROKEN = MISTAKES.length;

let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  const admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = (await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid;
  admin.actOn(String(school));
  const bursar = {
    phoneNumber: BURSAR,
    email: 'bursar@example.com',
    firstName: 'Peter',
    lastNames: 'Kamau',
    role: 'SchoolAdmin',
  };
  const made = await admin.call('school/createUser', {
    ...bursar,
    schoolSYSID: school,
    password: 'Mfuko-7731',
    confirmPassword: 'Mfuko-7731',
  });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

async function choose(name: string, head: readonly string[], rows: readonly string[][]): Promise<void> {
  const buffer = await writeSheet(head, rows);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

async function downloaded(name: string, role: 'button' | 'menuitem' = 'button'): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()]);
  const sheet = await readSheet(await readFile(await download.path()), download.suggestedFilename());
  return sheet.rows.map(({ cells }) => [...cells]);
}

/** The number below a label on the page that previews a file. */
async function count(name: string): Promise<string> {
  return page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();
}

const told: Journey['told'] = (text) => journey.told(text);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const rows = Array.from({ length: STUDENTS }, (_, place) => rightRow(place));

describe("import of a school's roll", () => {
  recordFailures(() => page);

  it('offers a template, and rejects a missing and a damaged file', async () => {
    await journey.enter(OFFICE);
    await journey.open('student.upload', 'Upload Students List');
    await button('Upload').click();
    await told('Please choose a valid document.');
    for (const width of [1366, 1024, 390]) {
      await page.setViewportSize({ width, height: 500 });
      await expect.poll(async () => [width, ...(await coveredByNotices(page))]).toEqual([width]);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await checkScreen(page, 'upload students');
    const [head] = await downloaded('Download the spreadsheet template');
    expect(head).toEqual([
      'Admission Number',
      'First Name',
      'Last Name',
      'Class',
      'Check PIN',
      'Guardian Name',
      'Guardian Phone',
      'Guardian Email',
    ]);
    const bomb = { name: 'list.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 no workbook at all') };
    await page.locator('input[type=file]').setInputFiles(bomb);
    await button('Upload').click();
    await told('This file is damaged. Save it again as .xlsx and try again.');
  });

  it('shows each of twelve mistakes at its cell and disables recording', async () => {
    const wrong = rows.map((row) => [...row]);
    for (const [place, column, text] of MISTAKES) (wrong[place] ?? [])[column] = text;
    await choose('roll.xlsx', HEAD, wrong);
    // 'Remarks' is no column of ours, so it is asked.
    await page.getByRole('heading', { name: 'Columns: roll.xlsx' }).waitFor();
    expect(await page.getByLabel('Column A: ADM NO.').inputValue()).toBe('admissionNumber');
    await page.getByLabel('Column B: First Name').selectOption('');
    await told('Still missing');
    await checkScreen(page, 'columns, one missing');
    await page.getByLabel('Column B: First Name').selectOption('firstName');
    await button('Check the rows').click();
    // A roll of a new school is one question about its classes, not five hundred red lines.
    await told('500 rows name classes that do not exist'.replace('500', String(STUDENTS - BROKEN)));
    expect(await count('Errors')).toBe(String(MISTAKES.length));
    await checkScreen(page, 'classes that are not there');
    await button('Create 4 classes').click();
    await told('These classes will be created: Form 1, Form 2, Form 3, Form 4');
    await button(`Record ${STUDENTS - MISTAKES.length} students`).waitFor();
    expect(await count('Errors')).toBe(String(MISTAKES.length));
    for (const [place, column, , words] of MISTAKES) {
      const cell = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: String(place + 2), exact: true }) })
        .getByRole('cell')
        .nth(1 + column);
      expect([LETTERS[column], place + 2, await cell.innerText()]).toEqual([
        LETTERS[column],
        place + 2,
        expect.stringContaining(words),
      ]);
    }
    await checkScreen(page, 'mistakes at their cells');
    // None of them may lie beyond the edge, where nobody would see it.
    const list = page.getByRole('region', { name: 'Rows of the file' });
    for (const width of [1366, 1024, 390]) {
      await page.setViewportSize({ width, height: 768 });
      const beyond = () => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(async () => [width, await beyond()]).toEqual([width, 0]);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(await button(`Record ${STUDENTS - MISTAKES.length} students`).isDisabled()).toBe(true);
    await told('Fix them here or in the file, leave them out, or record only the valid rows.');
    expect(await page.getByText('12, 1234').count()).toBe(0);
  });

  it('corrects a cell on the screen by keyboard, and warns before the page is left', async () => {
    const phone = page.getByRole('textbox', { name: 'Row 352, Parent Phone' });
    await phone.fill('0512 345 679');
    await phone.press('Enter');
    await told('This is not a Kenyan mobile number');
    await phone.fill('0712 345 678');
    await phone.press('Enter');
    const left = MISTAKES.length - 1;
    await button(`Record ${STUDENTS - left} students`).waitFor();
    expect(await count('Errors')).toBe(String(left));
    // The row stays where it was, and can be corrected again.
    expect(await phone.inputValue()).toBe('0712 345 678');
    expect(await phone.getAttribute('aria-invalid')).toBeNull();
    await spotCheckScreen(page, 'one cell mended');
    await page.getByRole('navigation').getByRole('link', { name: 'View Students' }).click();
    await told('The file stays as it was: the one change that you made here is lost.');
    await checkScreen(page, 'leave the list');
    await button('Stay here').click();
    expect(await phone.inputValue()).toBe('0712 345 678');
  });

  it('exports the wrong rows with their mistakes, or all rows', async () => {
    await page.getByText('Valid rows only', { exact: true }).click();
    const marked = await downloaded('Download the rows to fix');
    expect(marked[0]).toEqual([...HEAD, 'What is wrong']);
    // The one that was mended on the screen is right in the file too.
    expect(marked).toHaveLength(MISTAKES.length);
    expect(marked[1]?.at(-1)).toBe('ADM NO. is required');
    await page.getByText('All or nothing', { exact: true }).click();
    const all = await downloaded('Download the rows to fix');
    expect(all).toHaveLength(1 + STUDENTS);
  });

  it('imports the corrected roll despite a lost answer, and adds nothing from the same file again', async () => {
    await button('Choose another file').click();
    await choose('mended.xlsx', HEAD, rows);
    await button('Check the rows').click();
    await button('Create 4 classes').click();
    // The answer is lost, and so is the question for the outcome: the second press shows what the first one recorded.
    const before = journey.complaints.length;
    await page.route(/uploadStudents(?!.*dryRun)/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/closeAttempt', (route) => route.abort());
    await button(`Record ${STUDENTS} students`).click();
    await told('The list may have been recorded');
    await checkScreen(page, 'an answer that was lost');
    await page.unrouteAll({ behavior: 'wait' });
    journey.complaints.splice(before);
    await button(`Record ${STUDENTS} students`).click();
    // Progress is shown while the import runs; on a fast machine the import ends before the first poll.
    await page
      .getByText(/Securing the PINs|Students were uploaded successfully/)
      .first()
      .waitFor();
    await spotCheckScreen(page, 'recording');
    await told('Students were uploaded successfully');
    expect([await count('Added'), await count('Errors')]).toEqual([String(STUDENTS), '0']);
    await checkScreen(page, 'recorded');
    await button('Upload another file').click();
    await choose('mended.xlsx', HEAD, rows);
    await button('Check the rows').click();
    await told('Already there');
    expect([await count('To add'), await count('Already there')]).toEqual(['0', String(STUDENTS)]);
    await button('Record').click();
    await told('Everything in this file is already recorded.');
    await journey.open('student.view?search=7500', 'Students');
    await page.getByRole('row').filter({ hasText: '7500' }).waitFor();
  });

  it('exports all students as a spreadsheet', async () => {
    await journey.open('student.view', 'Students');
    const all = 200 + STUDENTS;
    await told(`${all} students`);
    await button('Export').click();
    const [head, ...exported] = await downloaded('Spreadsheet (.xlsx)', 'menuitem');
    expect(head?.slice(0, 2)).toEqual(['Admission no.', 'Names']);
    expect(exported.length).toBe(all);
  });

  it('imports pocket money from a spreadsheet, which only another person can reverse', async () => {
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await page.getByText('A spreadsheet', { exact: true }).click();
    await page.getByLabel('Pocket money list').waitFor();
    await checkScreen(page, 'pocket money list');
    const head = ['Admission Number', 'Amount', 'Reference'];
    const payments = rows.slice(0, 40).map(([number = '']) => [number, '1,500', '']);
    await choose('september.xlsx', head, [...payments, ['99', 'ten', '']]);
    await told('No student has this number');
    await told('This is not an amount in KES');
    await spotCheckScreen(page, 'pocket money, mistakes');
    await button('Choose another file').click();
    await choose('twice.xlsx', head, [...payments, payments[0] ?? [], ['TOTAL', '60,000', '']]);
    await told('Row 43: the sheet says KES 60,000.00, but its rows add up to KES 61,500.00.');
    await checkScreen(page, 'pocket money, a row twice and a total that differs');
    await button('Leave out row 42').press('Enter');
    await told('A total of the sheet is left out');
    await told('It does not include the rows left out (KES 1,500.00).');
    await checkScreen(page, 'pocket money, the row left out and the total right');
    expect([await count('To pay in (KES)'), await count('Errors')]).toEqual(['60,000.00', '0']);
    await button('Choose another file').click();
    const named = payments.map((row, place) => [...row, place === 7 ? 'Zawadi Salim' : (rows[place]?.[2] ?? '')]);
    const total = ['', '60,300', '', 'TOTAL'];
    await choose('september.xlsx', [...head, 'Name'], [...named, ['99', '300', '', 'Nobody'], total]);
    await told("This student's name is Halima Otieno");
    await told('Row 43 names no student and equals the sum of the rows above it: KES 60,300.00');
    await told("Booked as money in the school's bank account.");
    await told('A total of the sheet is left out');
    await button('Include it again').press('Enter');
    await told('One row looks like a total of the sheet');
    await checkScreen(page, 'pocket money, a total at the end');
    await button('Leave it out').press('Enter');
    await told('A total of the sheet is left out');
    expect(await button('Include it again').evaluate((it) => it === document.activeElement)).toBe(true);
    await expect.poll(() => count('Left out by you')).toBe('1');
    await button('Leave out row 42').press('Enter');
    await expect.poll(() => count('Errors')).toBe('0');
    expect([await count('Left out by you'), await count('In rows left out (KES)')]).toEqual(['2', '300.00']);
    await told('KES 60,000.00 of it is in the included rows, KES 300.00 in the rows left out.');
    await checkScreen(page, 'pocket money, rows left out');
    await button('Include again row 42').press('Enter');
    await expect.poll(() => count('Errors')).toBe('1');
    expect([await count('To pay in (KES)'), await count('In invalid rows (KES)')]).toEqual(['60,000.00', '300.00']);
    await page.getByText('Valid rows only', { exact: true }).click();
    await button('Pay in 40 rows').click();
    await told('Check that the admission number belongs to the right child.');
    await page.getByLabel('I have checked them: the numbers are right').check();
    // The number of another child brings in another name, which the user has not checked, least of all where the preview was lost.
    const number = page.getByRole('textbox', { name: 'Row 9, Admission Number' });
    const before = journey.complaints.length;
    await page.route(/dryRun=true/, (route) => route.abort());
    await number.fill('7100');
    await number.press('Enter');
    await told('General Failure');
    await page.unrouteAll({ behavior: 'wait' });
    journey.complaints.splice(before);
    await button('Pay in 40 rows').click();
    await told("This student's name is David Wanjiru");
    const looked = page.getByLabel('I have checked them: the numbers are right');
    await expect.poll(() => looked.isChecked()).toBe(false);
    await number.fill('7008');
    await number.press('Enter');
    await told("This student's name is Halima Otieno");
    await page.getByLabel("Bank's total (KES)").fill('60,300');
    await told('This list is KES 300.00 less');
    await checkScreen(page, 'pocket money, name and total differ');
    await button('Pay in 40 rows').click();
    await told('The totals differ');
    await page.getByLabel("Bank's total (KES)").fill('60,000');
    await told('Matches this list');
    await button('Pay in 40 rows').click();
    await told('Pocket money was uploaded successfully');
    expect(await downloaded('Rows left out of september.xlsx')).toEqual([
      [...head, 'Name', 'What is wrong'],
      ['99', '300', '', 'Nobody', 'Admission Number belongs to no student'],
      [...total, 'Left out by hand'],
    ]);
    await button('Upload another file').click();
    await choose('september again.xlsx', [...head, 'Name'], [...named, ['99', '300', '', 'Nobody']]);
    await told('Already there');
    // The row that was not paid in then is wrong still.
    expect([await count('Already there'), await count('Errors')]).toEqual(['40', '1']);
    await told('Uploaded payments must be undone by a second person.');
    expect(await button('Undo september.xlsx').count()).toBe(0);

    await page.evaluate(() => localStorage.clear());
    await journey.context.clearCookies();
    await journey.enter(BURSAR);
    await journey.open('student.upload.money?by=sheet', 'Upload Pocket Money');
    await button('Undo september.xlsx').click();
    await spotCheckScreen(page, 'undo, asked');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await told('40 payments were taken back');
    await told(/Undone by Peter Kamau/);
  });

  it('reverses the import of the roll except for students whose money has moved', async () => {
    await journey.open('student.upload', 'Upload Students List');
    await button('Undo mended.xlsx').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await told(`Undone: ${STUDENTS - 40} deleted, 0 changed back`);
    await told('40 students were kept');
    await checkScreen(page, 'roll taken back');
    await journey.open('student.view?search=7500', 'Students');
    await told('Nothing matches');
    expect(journey.complaints).toEqual([]);
  });
});
