import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { spotCheckScreen } from './looks.ts';
import { cutOff, print } from './papers.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '730418';
const A4 = '210x297';
/** The paper within its margins (mm), in pixels. */
const LONG = (268 / 25.4) * 96;

interface Child {
  readonly number: string;
  readonly names: string;
  readonly rows: number;
  readonly pages: number;
}

/** A long reference of one word, one of many words, one of wide letters, and none. */
const REFERENCES = [
  'SLIP-NATIONALBANKOFKENYA-NAKURU-2026-11-24-000093418275-A',
  'Paid by the grandmother on behalf of the father at the gate',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  '',
];
/** Columns of a list of students on paper: neither boxes nor buttons. */
const LISTED = ['Admission no.', 'Names', 'Class', 'Balance (KES)', 'Fingerprint', 'Status'];
const LONG_NAMES = 'Wambui Nyambura Muthoni-Kamau wa Gathoni Wanjiru Njoroge-Mwangi Kariuki';
const CHILDREN: readonly Child[] = [
  { number: '7001', names: 'Amani Otieno', rows: 12, pages: 1 },
  { number: '7002', names: LONG_NAMES, rows: 40, pages: 3 },
];

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const school = String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
  office.actOn(school);
  await said('school/updateSchoolSettings', { sysid: school, cashOutFee: { fixed: 5 } });
  const { sysid: classSYSID } = await said('school/createClass', { className: 'Grade 6 Nyota ya Kaskazini' });
  for (const { number: admissionNumber, names, rows } of CHILDREN) {
    await said('student/createStudent', { admissionNumber, names, classSYSID, checkPin: PIN });
    for (let place = 0; place < rows; place++) {
      if (place % 5 === 4)
        await said('wallet/cashOutPin', { admissionNumber, amount: 20 + place, pin: PIN, userName: ADMIN });
      else
        await said('wallet/deposit', {
          admissionNumber,
          amount: 1000 + place,
          channel: 'other',
          reference: REFERENCES[place % REFERENCES.length],
        });
    }
  }
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.enter(BURSAR);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

afterEach(async () => {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1366, height: 768 });
});

async function said(path: string, input: Record<string, unknown>) {
  const { status, body } = await office.call(path, input);
  expect([path, status, body]).toEqual([path, 200, body]);
  return body;
}

async function speak(language: 'en' | 'sw'): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('language', kept), language);
}

describe('statement on A4', () => {
  recordFailures(() => page);

  for (const language of ['en', 'sw'] as const) {
    for (const { number, names, rows, pages } of CHILDREN) {
      it(`prints a statement of ${rows} rows on ${pages} pages, every row and foot on its own (${language})`, async () => {
        await speak(language);
        await page.goto(`${server.url}/app/student.statement?admissionNumber=${number}`);
        const sheet = page.getByRole('article', { name: names });
        await sheet.getByText(language === 'en' ? 'Opening balance' : 'Salio la awali').waitFor();
        if (language === 'en') await spotCheckScreen(page, `statement of ${pages} pages`);
        await page.emulateMedia({ media: 'print' });
        const { sizes } = await print(page, `statement ${pages} pages ${language}`);
        expect(await cutOff(page, 'article > div')).toEqual([]);
        const heights = await sheet.locator('> div').evaluateAll((all) => all.map((each) => each.clientHeight));
        // A page that grew would take two sheets.
        expect(heights.map((height) => height <= Math.ceil(LONG))).toEqual(Array(pages).fill(true));
        // The balance before, and each movement once: none got lost between two pages.
        expect(await sheet.locator('tbody > tr').count()).toBe(rows + 1);
        expect((await sheet.innerText()).match(/(Page|Ukurasa) \d+ .*$/gm)).toEqual(
          Array.from({ length: pages }, (_, place) =>
            language === 'en' ? `Page ${place + 1} of ${pages}` : `Ukurasa ${place + 1} kati ya ${pages}`,
          ),
        );
        expect(sizes).toEqual(Array(pages).fill(A4));
        // A sheet that has come away from the first says whose school it is of.
        const onEach = await sheet.locator('> div').allInnerTexts();
        expect(onEach.map((text) => text.includes('Kilimo Academy'))).toEqual(Array(pages).fill(true));
      });
    }
  }

  it("prints a statement of three A4 pages from a screen of a phone's size", async () => {
    await speak('en');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText('Opening balance').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect((await print(page, 'statement from a phone')).sizes).toEqual([A4, A4, A4]);
  });
});

describe('statement on a roll of 80 mm', () => {
  recordFailures(() => page);

  for (const language of ['en', 'sw'] as const) {
    it(`prints a statement on 80 mm with nothing cut off (${language})`, async () => {
      await speak(language);
      await page.reload();
      await page.getByText(language === 'en' ? 'Receipt 80 mm' : 'Risiti 80 mm').click();
      // The choice of paper is shown before the movements have loaded.
      await page.getByText(language === 'en' ? 'Opening balance' : 'Salio la awali').waitFor();
      await page.setViewportSize({ width: Math.round((74 / 25.4) * 96), height: 1000 });
      await page.emulateMedia({ media: 'print' });
      expect(await cutOff(page, 'article > div')).toEqual([]);
      const { sizes } = await print(page, `statement roll ${language}`);
      expect(new Set(sizes)).toEqual(new Set(['80x297']));
    });
  }
});

describe('list printed by Ctrl+P', () => {
  recordFailures(() => page);

  it('prints a list black on white with filter, headings and whole rows, and without controls', async () => {
    await speak('en');
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
    await page.goto(`${server.url}/app/student.view?pageSize=100&search=4`);
    await page.getByText('1 - 100 of 200').waitFor();
    // As the browser has the page from before its dialog opens until that is closed.
    const announce = () =>
      page.evaluate(
        () => window.dispatchEvent(new Event('beforeprint')) && document.querySelectorAll('#paperHead').length,
      );
    await expect.poll(announce).toBe(1);
    await page.locator('main').evaluate((main) => {
      main.style.width = '186mm';
    });
    await page.emulateMedia({ media: 'print' });
    const lines = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '');
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^Kilimo Academy \(demonstration\) · \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      '“4” · Active',
      'Students',
    ]);
    expect(lines.at(-1)).toBe('1 - 100 of 200');
    expect(await cutOff(page, 'main section')).toEqual([]);
    const table = page.getByRole('main').locator('table');
    expect(await table.locator('th:visible').allInnerTexts()).toEqual(LISTED);
    expect(await table.locator('tbody tr').nth(80).locator('td:visible').count()).toBe(LISTED.length);
    // Rows far below are laid out once the browser is idle.
    await expect.poll(() => table.locator('tbody[data-far]:not([data-laid])').count()).toBe(0);
    expect(await page.locator(':is(input, th svg, td button, a.mantine-Button-root):visible').allInnerTexts()).toEqual(
      await table.locator('td:first-of-type + td > button').allInnerTexts(),
    );
    const [head, button, row, name, body] = await page
      .locator('thead, th button, tbody tr:nth-of-type(3), tr:nth-of-type(3) td button, body')
      .evaluateAll((all) => {
        const styleOf = (tag: string) => getComputedStyle(all.find((each) => each.matches(tag)) as Element);
        return [styleOf('thead').display, styleOf('th button').display, styleOf('tr').breakInside].concat(
          styleOf('td button').color,
          styleOf('body').backgroundColor,
        );
      });
    // A heading that is a box of its own would not be repeated on the next sheet.
    expect([head, button, row]).toEqual(['table-header-group', 'contents', 'avoid']);
    expect([name, body]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect((await print(page, 'list')).sizes).toEqual(Array(4).fill(A4));
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  });

  it('causes no browser error in the prints above', () => {
    expect(journey.complaints).toEqual([]);
  });
});
