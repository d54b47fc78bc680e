import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { glanceAt } from './looks.ts';
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

describe('a statement on A4', () => {
  recordFailures(() => page);

  for (const language of ['en', 'sw'] as const) {
    for (const { number, names, rows, pages } of CHILDREN) {
      it(`of ${rows} rows is ${pages} pages, with every row and every foot on its own (${language})`, async () => {
        await speak(language);
        await page.goto(`${server.url}/app/student.statement?admissionNumber=${number}`);
        const sheet = page.getByRole('article', { name: names });
        await sheet.getByText(language === 'en' ? 'Balance before' : 'Salio la awali').waitFor();
        if (language === 'en') await glanceAt(page, `statement of ${pages} pages`);
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
      });
    }
  }

  it('is looked at on a phone too, and printed from there', async () => {
    await speak('en');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText('Balance before').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect((await print(page, 'statement from a phone')).sizes).toEqual([A4, A4, A4]);
  });
});

describe('a statement on a roll of 80 mm', () => {
  recordFailures(() => page);

  for (const language of ['en', 'sw'] as const) {
    it(`has nothing cut off at its sides (${language})`, async () => {
      await speak(language);
      await page.reload();
      await page.getByText(language === 'en' ? 'Receipt 80 mm' : 'Risiti 80 mm').click();
      // The choice of paper stands before the movements have come.
      await page.getByText(language === 'en' ? 'Balance before' : 'Salio la awali').waitFor();
      await page.setViewportSize({ width: Math.round((74 / 25.4) * 96), height: 1000 });
      await page.emulateMedia({ media: 'print' });
      expect(await cutOff(page, 'article > div')).toEqual([]);
      const { sizes } = await print(page, `statement roll ${language}`);
      expect(new Set(sizes)).toEqual(new Set(['80x297']));
    });
  }

  it('without a complaint of the browser', () => {
    expect(journey.complaints).toEqual([]);
  });
});
