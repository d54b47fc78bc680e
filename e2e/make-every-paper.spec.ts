import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { cutOff, print } from './papers.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

// Every printed paper of a school: with the logo in English, without one in Kiswahili. E2E_SHOTS names a folder that keeps them.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const A4 = '210x297';
/** Three parts, forty characters. */
const LONG_NAMES = ['Alexandrina Wambui-Nyambura Kamau-Njoroge', 'Maximilian Otieno-Ochieng’ Wanyama-Oloo'];
const LONG_SCHOOL = 'Mtakatifu Yohana Mbatizaji Secondary School, Nyeri';
let plate: string;

let server: RunningServer;
let office: WireClient;
let journey: Journey;
let page: Page;
let school: string;
/** Ids of the students, by their numbers. */
const known = new Map<string, string>();
let classOfFirst: string;
let till: string;
let openTill: string;
let bus: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  school = String((await said('school/viewSchools', {}, 'GET'))[0]?.sysid);
  office.actOn(school);
  await said('school/updateSchool', { sysid: school, OfficialName: LONG_SCHOOL });
  const students = await rowsOf('student/getStudents', { page: '1', pageSize: '200', sort: 'admissionNumber' });
  for (const { admissionNumber, sysid } of students) known.set(String(admissionNumber), String(sysid));
  classOfFirst = String(students[0]?.classSYSID);
  for (const [place, names] of LONG_NAMES.entries())
    await said('student/updateStudent', { sysid: known.get(`400${place + 1}`), names });
  await closeTill();
  await openTrip();
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.enter(BURSAR);
});
afterEach(async () => {
  await page.emulateMedia({ media: 'screen' });
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

async function said(path: string, input: Record<string, unknown>, method?: 'GET') {
  const { status, body } = await office.call(path, input, method);
  expect([path, status, body]).toEqual([path, 200, body]);
  return body;
}

async function rowsOf(path: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> {
  return (await said(path, input, 'GET')) as unknown as Record<string, unknown>[];
}

/** A till that took money in and out, lacks some, and waits for a second person; and the next one of the same person, which is open. */
async function closeTill(): Promise<void> {
  await said('wallet/openTill', { float: 12_500 });
  for (const [place, channel] of (['cash', 'bank', 'other'] as const).entries())
    await said('wallet/deposit', { admissionNumber: '4001', amount: 1_250.5 + place, channel, reference: `R${place}` });
  const { sysid } = await said('wallet/closeTill', {
    counts: { 1000: 12, 500: 2, 200: 1, 100: 1, 20: 1 },
    reason: 'A note of five hundred went to the kitchen, the receipt comes on Monday morning',
    left: 2_000,
  });
  till = String(sysid);
  openTill = String((await said('wallet/openTill', { float: 4_500 })).sysid);
  await said('wallet/deposit', { admissionNumber: '4002', amount: 1_250.5 });
}

async function openTrip(): Promise<void> {
  const [first] = await rowsOf('school/getBuses');
  bus = String(first?.sysid);
  plate = String(first?.busNumberPlate);
  const { sysid } = await said('school/createRoute', {
    name: 'Kondele, Mamboleo and the lake road',
    busSYSID: bus,
    stops: [{ name: 'Kondele, at the petrol station', lat: -0.08, long: 34.77, toSchool: '06:40', home: '16:30' }],
  });
  const riders = [...known.keys()].slice(0, 14);
  for (const number of riders)
    await said('student/assignStop', {
      sysid: known.get(number),
      routeSYSID: sysid,
      stop: 'Kondele, at the petrol station',
      direction: 'both',
    });
}

/** Has the hourly look at the books done now. */
async function keepDays(): Promise<void> {
  await asOwner(`SELECT graphile_worker.add_job('look-at-books', '{}')`);
  await expect.poll(async () => (await rowsOf('reports/bookDays')).length).toBeGreaterThan(0);
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(server) });
  await owner.connect();
  await owner.query(`SET app.school_id = '${school}'`);
  await owner.query(statement).finally(() => owner.end());
}

type Texts = (key: string, blanks?: Record<string, string | number>) => string;

/** The console's own texts: `wallet:receipt.print`. */
function textsIn(language: 'en' | 'sw'): Texts {
  const folder = join(import.meta.dirname, '../apps/web/src/locales', language);
  return (key, blanks = {}) => {
    const [file, path = ''] = key.split(':');
    let found: unknown = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'));
    for (const part of path.split('.')) found = Object(found)[part];
    return String(found).replaceAll(/{{(\w+)}}/g, (_, blank) => String(blanks[blank]));
  };
}

async function visit(path: string): Promise<void> {
  await page.goto(`${server.url}/app/${path}`);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
}

interface Wanted {
  readonly kind: string;
  readonly roll?: string;
}

interface Made {
  readonly sizes: readonly string[];
  readonly text: string;
  /** Name of its pages in the style sheets. */
  readonly pages: string;
}

/** Presses, and checks the printed page until the browser's print dialog is closed. */
async function onPaper(press: Locator, name: string, { kind, roll }: Wanted): Promise<Made> {
  await press.click();
  const paper = `body > [data-paper="${kind}"]`;
  await page.locator(paper).waitFor({ state: 'attached' });
  // The print waits for the head, and so does whoever looks.
  await page.locator(`${paper} [aria-busy="true"]`).waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'print' });
  expect(await cutOff(page, paper)).toEqual([]);
  const made = await take(paper, name, roll);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator(paper).waitFor({ state: 'detached' });
  return made;
}

async function take(sheet: string, name: string, roll?: string): Promise<Made> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator(sheet).innerText();
  const pages = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('page'));
  const { sizes } = await print(page, name, roll ? { width: roll } : undefined);
  await page.emulateMedia({ media: 'screen' });
  return { sizes, text, pages };
}

/** A list of a desk, from a tablet whose theme is dark. */
async function fromDarkDesk(name: string): Promise<Made> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await page.emulateMedia({ media: 'print' });
  const seen = page.getByRole('main').locator('li:visible, td:visible');
  const colours = await seen.evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
  expect(new Set(colours)).toEqual(new Set(['rgb(0, 0, 0)']));
  // Nothing to be typed into or chosen.
  expect(await page.getByRole('main').locator(':is(input, select, form):visible').count()).toBe(0);
  return take('body', name);
}

/** Any screen as Ctrl+P prints it. */
async function byCtrlP(name: string): Promise<Made> {
  const announce = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      return document.querySelectorAll('#paperHead').length;
    });
  await expect.poll(announce).toBe(1);
  const made = await take('body', name);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return made;
}

describe.each(['en', 'sw'] as const)('papers of a school in %s', (language) => {
  recordFailures(() => page);
  const t = textsIn(language);
  const button = (key: string, of: Page | Locator = page) => of.getByRole('button', { name: t(key), exact: true });

  /** Head of a paper: the whole name of the school, on a line of its own. */
  const headed = new RegExp(`^${LONG_SCHOOL}$`, 'm');
  const printed = new RegExp(t('desk:bar.printed', { at: '\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d' }));

  it('sets the language of the console for the papers below', async () => {
    if (language === 'sw') await asOwner(`UPDATE schools SET logo = NULL WHERE id = '${school}'`);
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
  });

  it('prints a till report on 58 mm, 80 mm and A4, with nothing cut off', async () => {
    await visit(`till.view?view=${till}`);
    const drawer = page.getByRole('dialog');
    for (const [name, kind, roll] of [
      ['58 mm', 'roll58', '58mm'],
      ['80 mm', 'roll80', '80mm'],
      ['A4', 'sheet', ''],
    ] as const) {
      await drawer.getByText(name, { exact: true }).click();
      const press = button('tills:report.print', drawer);
      const { text } = await onPaper(press, `till ${name} ${language}`, { kind, roll });
      expect(text).toContain(LONG_SCHOOL);
    }
  });

  it('prints the report of an open till on one page, and leaves the till open', async () => {
    await visit(`till.view?view=${openTill}`);
    await button('tills:xReport.open').click();
    const dialog = page.getByRole('dialog', { name: t('tills:xReport.open'), exact: true });
    for (const [name, kind, roll] of [
      ['58 mm', 'roll58', '58mm'],
      ['80 mm', 'roll80', '80mm'],
      ['A4', 'sheet', ''],
    ] as const) {
      await dialog.getByText(name, { exact: true }).click();
      const press = button('tills:xReport.print', dialog);
      const { text, sizes } = await onPaper(press, `till open ${name} ${language}`, { kind, roll });
      expect(text).toContain(LONG_SCHOOL);
      expect(text).toContain('5,750.50');
      expect(text).toContain(t('tills:xReport.closesNothing'));
      expect(sizes).toHaveLength(1);
    }
    expect(await said('wallet/getTillReport', { sysid: openTill }, 'GET')).toMatchObject({ status: 'open' });
  });

  it('prints a receipt on 58 mm, 80 mm and A5, with nothing cut off', async () => {
    await visit('student.upload.money');
    await page.getByLabel(t('wallet:fields.admissionNumber')).fill('4001');
    // The console asks before it pays the same in twice.
    const amount = language === 'en' ? '1250.50' : '1250.75';
    await page.getByRole('textbox', { name: t('wallet:fields.amount') }).fill(amount);
    await page.getByText(t('school:channels.other'), { exact: true }).click();
    await page
      .getByRole('textbox', { name: t('wallet:fields.reference') })
      .fill('Paid by the grandmother on behalf of the father');
    await button('wallet:deposit.submit').click();
    await button('wallet:receipt.print').waitFor();
    for (const [name, kind, roll] of [
      ['58 mm', 'roll58', '58mm'],
      ['80 mm', 'roll80', '80mm'],
      ['A5', 'a5', ''],
    ] as const) {
      await page.getByText(name, { exact: true }).click();
      const { text } = await onPaper(button('wallet:receipt.print'), `receipt ${name} ${language}`, { kind, roll });
      expect(text).toContain(LONG_SCHOOL);
    }
  });

  it('prints the day sheet of the busiest day on numbered pages', async () => {
    await keepDays();
    const days = await rowsOf('reports/bookDays', { page: '1', pageSize: '100' });
    const busiest = days.reduce((most, day) => (Number(day.movements) > Number(most.movements) ? day : most));
    await visit(`report.books?view=${busiest.day}`);
    const press = button('books:print', page.getByRole('dialog'));
    const { text, pages } = await onPaper(press, `day sheet ${language}`, { kind: 'sheet' });
    expect([text, pages]).toEqual([expect.stringMatching(printed), 'numbered']);
  });

  it('prints the books on numbered pages', async () => {
    await visit('report.books');
    const { pages } = await onPaper(button('books:print'), `books ${language}`, { kind: 'sheet' });
    expect(pages).toBe('numbered');
  });

  it('prints a consent sheet of two A4 pages that names the school and the class', async () => {
    await visit(`student.enrol.class?classSYSID=${classOfFirst}`);
    const { sizes, text, pages } = await onPaper(button('enrolment:sheet'), `consent ${language}`, { kind: 'sheet' });
    expect([sizes, pages]).toEqual([[A4, A4], 'numbered']);
    // Signatures on the second sheet say which school they are for.
    expect(text).toContain(`${LONG_SCHOOL} · ${t('enrolment:paper.title', { className: 'Grade 1' })}`);
  });

  it('prints the card of a bus on one A4 page', async () => {
    await visit(`school.bus.view?edit=${bus}`);
    const press = button('bus:card.print', page.getByRole('dialog'));
    const { sizes, text } = await onPaper(press, `bus card ${language}`, { kind: 'sheet' });
    expect([sizes, text]).toEqual([[A4], expect.stringContaining(LONG_SCHOOL)]);
  });

  it('prints the pass of a student on one A4 page', async () => {
    const at = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T15:30`;
    const step = language === 'en' ? 1 : 11;
    await said('student/grantExeat', {
      studentSYSID: known.get('4001'),
      leavesFrom: at(step),
      returnBy: at(step + 3),
      reason: 'A funeral of the grandfather in Vihiga, with the whole of the family, and back by the evening bus',
    });
    await visit(`student.details?admissionNumber=4001`);
    const press = page.getByText(t('exeats:print'), { exact: true }).last();
    const { sizes, text } = await onPaper(press, `pass ${language}`, { kind: 'sheet' });
    expect([sizes, text]).toEqual([[A4], expect.stringContaining(LONG_SCHOOL)]);
  });

  it('prints an open roll call and its record in black from a dark theme', async () => {
    for (const number of ['4001', '4002', ...[...known.keys()].slice(10, 70)])
      await office.call('check/inPin', { admissionNumber: number, pin: '274951' });
    await visit('check.rollcall');
    await page.locator('[data-look="good"]').first().waitFor();
    if (language === 'sw') await button('desk:rollCall.anew').click();
    await page.getByLabel(t('desk:rollCall.reason')).fill('Fire drill of the second term, all houses');
    await button('desk:rollCall.open').click();
    await button('desk:rollCall.print').waitFor();
    await page
      .getByText(LONG_NAMES[0] ?? '')
      .first()
      .waitFor();
    const open = await fromDarkDesk(`roll call open ${language}`);
    expect([open.text, open.pages]).toEqual([expect.stringMatching(printed), 'desk']);
    expect(open.text).toMatch(headed);
    for (const names of LONG_NAMES) await page.getByRole('button', { name: names }).click();
    await button('desk:rollCall.end').click();
    await page
      .getByRole('region', { name: t('desk:rollCall.endAsk') })
      .getByRole('button')
      .first()
      .click();
    await page.getByRole('region', { name: t('desk:rollCall.seen') }).waitFor();
    const record = await fromDarkDesk(`roll call record ${language}`);
    expect([record.text, record.pages]).toEqual([expect.stringMatching(printed), 'desk']);
    expect(record.text).toMatch(headed);
    await button('desk:rollCall.anew').click();
  });

  it('prints the lists of a bus, also those that are closed on the screen', async () => {
    await visit('check.trip');
    await page.getByRole('combobox').first().selectOption(plate);
    if (language === 'en') {
      await button('trip:open').click();
      for (const admissionNumber of ['4001', '4002', '4003', '4020'])
        await said('check/onBusKids', { admissionNumber, busNumberPlate: plate });
    }
    const lists = page.getByRole('main').locator('details');
    await expect.poll(() => lists.first().locator('li').count()).toBe(4);
    const { text, sizes } = await fromDarkDesk(`bus lists ${language}`);
    expect(text).toMatch(printed);
    expect(text).toMatch(headed);
    // Each of the fourteen expected students is in that list too, which is the last one.
    expect(await lists.last().locator('li').count()).toBe(14);
    await page.emulateMedia({ media: 'print' });
    expect(
      await lists
        .last()
        .locator('li')
        .last()
        .evaluate((child) => child.getBoundingClientRect().height),
    ).toBeGreaterThan(8);
    expect(sizes.length).toBeLessThan(3);
    await page.emulateMedia({ media: 'screen' });
  });

  it.each([
    ['student.view?search=zzzz', 'no students'],
    ['student.view?pageSize=10', 'ten students'],
    ['student.view?pageSize=100', 'many students'],
    ['student.balances?pageSize=100', 'balances'],
    ['payments.view', 'payments'],
    ['suspense.view', 'suspense'],
    ['report.menu', 'menu tracking'],
    ['check.attendance', 'attendance'],
    ['school.dash', 'dashboard'],
    ['student.details?admissionNumber=4001', 'a student'],
    ['till.view', 'tills'],
  ])('prints %s by Ctrl+P without search fields', async (path, name) => {
    await visit(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('main .mantine-Skeleton-root').count()).toBe(0);
    const { text } = await byCtrlP(`list ${name} ${language}`);
    expect(text).toContain(LONG_SCHOOL);
    // The fields of a search are the screen's.
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main input:is([type=search], [type=text], :not([type])):visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints the date of the last payment in a list of balances, not its age', async () => {
    await visit('student.balances?pageSize=10');
    const age = page.locator('td time[title]').first();
    await age.waitFor();
    await byCtrlP(`list ages ${language}`);
    await page.emulateMedia({ media: 'print' });
    const shown = await age.evaluate((time) => [
      getComputedStyle(time).fontSize,
      getComputedStyle(time, '::after').content,
    ]);
    expect(shown).toEqual(['0px', expect.stringMatching(/^"\d\d\/\d\d\/\d{4} /)]);
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints the filter and the number of selected rows, with those in bold', async () => {
    await visit('student.view?search=400');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(3).check();
    const { text } = await byCtrlP(`list selected ${language}`);
    expect(text).toMatch(new RegExp(`^“400” · .* · ${t('ui:list.selected_other', { count: 2 })}$`, 'm'));
    await page.emulateMedia({ media: 'print' });
    const marked = page.locator('tr[data-selected] > td:nth-child(2)');
    expect(await marked.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).fontWeight))).toEqual([
      '700',
      '700',
    ]);
    await page.emulateMedia({ media: 'screen' });
  });
});
