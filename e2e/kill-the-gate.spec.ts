import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killOn, launchOn } from './browser.ts';
import { connect, type WireClient } from './client.ts';
import { recordFailures } from './journey.ts';
import { byHand, pressAt } from './keys.ts';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

// People of the demo school.
const ADMIN = '254700000001';
const GUARD = '254700000003';
const PIN = '274951';
const NAIROBI = { longitude: 36.82, latitude: -1.29 };
/** Students, one for each test. */
const [ANSWERED, NEVER_SENT, STAYS, TAKEN_BACK, COMES_IN, OF_TWO_TABS] = [
  '700300801',
  '700300802',
  '700300803',
  '700300804',
  '700300805',
  '700300806',
] as const;
/** Names in `localStorage` that the sign-in leaves: a browser that has been open for a minute has them on its disk. */
const OF_THE_SIGN_IN = ['session', 'role', 'userName', 'location'];

let server: RunningServer;
let office: WireClient;
let folder: string;
let browser: BrowserContext;
let page: Page;
let signedIn: [string, string][];

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await office.call('school/getClasses', {}, 'GET');
  for (const admissionNumber of [ANSWERED, NEVER_SENT, STAYS, TAKEN_BACK, COMES_IN, OF_TWO_TABS]) {
    const child = { admissionNumber, names: 'Amina Juma', checkPin: PIN };
    await office.call('student/createStudent', { ...child, classSYSID: classes.body[0]?.sysid });
    if (admissionNumber === COMES_IN) continue;
    const { status } = await office.call('check/inPin', { admissionNumber, pin: PIN });
    expect(status).toBe(200);
  }
  folder = mkdtempSync(join(tmpdir(), 'mfuko-gate-'));
  await switchOn();
  await signInByCalls(page, server, GUARD, NAIROBI);
  signedIn = await page.evaluate(
    (names) => names.map((name): [string, string] => [name, localStorage.getItem(name) ?? '']),
    OF_THE_SIGN_IN,
  );
}, 600_000);
afterAll(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

async function switchOn(): Promise<void> {
  browser = await launchOn(folder, {
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    permissions: ['geolocation'],
    geolocation: NAIROBI,
  });
  page = browser.pages()[0] ?? (await browser.newPage());
}

/** Resolves once the call goes out, which the server has done by then, or never hears of. No answer comes. */
function withoutAnswer(path: string, { isDone }: { isDone: boolean }): Promise<void> {
  return new Promise((resolve) => {
    void page.route(`**/api/${path}`, async (route) => {
      if (isDone) await route.fetch();
      resolve();
    });
  });
}

/** Presses, and kills every process of the browser before an answer has come. */
async function killedWhile(path: string, how: { isDone: boolean }, number: string): Promise<void> {
  await open(path === 'check/inPin' ? 'checkin.pin' : 'checkout.pin');
  const out = withoutAnswer(path, how);
  await pressFor(number);
  await out;
  // A check-in's call does not wait for the disk.
  await expect.poll(isOnTheDisk).toBe(true);
  const closed = browser.waitForEvent('close');
  killOn(folder);
  await closed;
  await switchOn();
  await page.goto(`${server.url}/api/auth/config`);
  await page.evaluate((all) => {
    for (const [name, text] of all) localStorage.setItem(name, text);
  }, signedIn);
}

/** True once the press lies on the disk: a transaction that reads comes after the one that writes, which ends there. */
function isOnTheDisk(): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('mfuko-own');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const values = opening.result.transaction('values').objectStore('values');
          const counting = values.count(IDBKeyRange.bound('=passage:', '=passage:~'));
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result > 0);
          };
          counting.onerror = () => reject(counting.error);
        };
      }),
  );
}

async function open(path: string): Promise<void> {
  await page.goto(`${server.url}/app/${path}`);
  await page.getByLabel('Admission number').waitFor();
}
async function pressFor(number: string): Promise<void> {
  await page.getByLabel('Admission number').fill(number);
  await page.getByLabel('Admission number').press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  // A burst would be taken for a card.
  await pressAt(page, [...byHand(PIN), ['Enter', 120]]);
}
/** Lines of the students whose press had no answer. */
const left = (number: string) => page.getByRole('listitem').filter({ hasText: number });
const press = (number: string, word: string) =>
  left(number)
    .getByRole('button', { name: `${word}: ${number} Amina Juma`, exact: true })
    .click();
const gone = (number: string) => left(number).getByRole('button').first().waitFor({ state: 'detached' });
/** True while the books have the student in school. */
async function isIn(search: string): Promise<boolean> {
  const { body } = await office.call('check/onCampus', { search }, 'GET');
  return Object.values(body).length > 0;
}

describe('a gate whose browser is killed between the press and the answer', () => {
  recordFailures(() => page);

  it('tells, opened again, that the child was recorded as out', async () => {
    await killedWhile('check/outPin', { isDone: true }, ANSWERED);
    expect(await isIn(ANSWERED)).toBe(false);
    await open('checkout.pin');
    await left(ANSWERED)
      .getByText(/Recorded: went out at/)
      .waitFor();
    await press(ANSWERED, 'Understood');
    await gone(ANSWERED);
    await page.reload();
    await page.getByLabel('Admission number').waitFor();
    await page.getByText('1 press had no answer when this page ended').waitFor({ state: 'detached' });
  });

  it('tells of a check-out that never left, and records by the guard’s word who is gone, at the time of the press', async () => {
    await killedWhile('check/outPin', { isDone: false }, NEVER_SENT);
    const before = Date.now();
    await open('checkout.pin');
    await left(NEVER_SENT)
      .getByText(/Not recorded: going out at/)
      .waitFor();
    await page.getByText(`${NEVER_SENT} Amina Juma · Not recorded: going out at`).waitFor();
    await lookAt(page, 'a check-out before the power cut');
    expect(await isIn(NEVER_SENT)).toBe(true);
    await press(NEVER_SENT, 'Has left');
    await expect.poll(() => isIn(NEVER_SENT)).toBe(false);
    const { body } = await office.call('check/getOddities', {}, 'GET');
    const odd = (body as unknown as { kind: string; admissionNumber: string; at: string }[]).filter(
      ({ admissionNumber }) => admissionNumber === NEVER_SENT,
    );
    expect(odd.map(({ kind }) => kind)).toContain('offline-out-unverified');
    const { body: rows } = await office.call('reports/checks', { search: NEVER_SENT }, 'GET');
    const dates = (rows as unknown as { date: string }[]).map(({ date }) => Date.parse(date));
    expect(Math.max(...dates)).toBeLessThan(before);
  });

  it('tells of one who stays, and who can be let out then by another press', async () => {
    await killedWhile('check/outPin', { isDone: false }, STAYS);
    await open('checkout.pin');
    await left(STAYS)
      .getByText(/Not recorded: going out at/)
      .waitFor();
    await press(STAYS, 'Has not left');
    await gone(STAYS);
    expect(await isIn(STAYS)).toBe(true);
    await pressFor(STAYS);
    await expect.poll(() => isIn(STAYS)).toBe(false);
  });

  it('takes back, once there is a network, what was recorded of a child who has not left', async () => {
    await killedWhile('check/outPin', { isDone: true }, TAKEN_BACK);
    // Nobody can be asked.
    await page.route('**/api/wallet/closeAttempt', (route) => route.abort());
    const stop = '**/api/check/stopOut';
    await page.route(stop, (route) => route.abort());
    await open('checkout.pin');
    await left(TAKEN_BACK)
      .getByText(/Going out at .*: not known yet/)
      .waitFor();
    await press(TAKEN_BACK, 'Has not left');
    await gone(TAKEN_BACK);
    await page.unroute(stop);
    await expect.poll(() => isIn(TAKEN_BACK), { timeout: 40_000 }).toBe(true);
  });

  it('tells of a check-in that never left', async () => {
    await killedWhile('check/inPin', { isDone: false }, COMES_IN);
    await open('checkin.pin');
    await left(COMES_IN)
      .getByText(/Not recorded: coming in at/)
      .waitFor();
    await pressFor(COMES_IN);
    await page.getByText('Student was checked in successfully').waitFor();
    // Said by the press itself.
    await page.getByRole('button', { name: 'Has come in' }).waitFor({ state: 'detached' });
    expect(await isIn(COMES_IN)).toBe(true);
  });

  it('is told of by another tab once the tab of the press is closed, and not before', async () => {
    await open('checkout.pin');
    // A call that is held back goes out after all where its tab is closed.
    const out = withoutAnswer('check/outPin', { isDone: true });
    await pressFor(OF_TWO_TABS);
    await out;
    const first = page;
    page = await browser.newPage();
    await open('checkout.pin');
    await page
      .getByText(/\d+ in school/)
      .first()
      .waitFor();
    await page.waitForFunction(() =>
      navigator.locks
        .query()
        .then(({ held = [] }) => held.filter(({ name }) => name?.startsWith('page-of-money:')).length === 2),
    );
    expect(await left(OF_TWO_TABS).count()).toBe(0);
    await first.close({ runBeforeUnload: false });
    // Its lock ends with it.
    await page.waitForFunction(() =>
      navigator.locks
        .query()
        .then(({ held = [] }) => held.filter(({ name }) => name?.startsWith('page-of-money:')).length === 1),
    );
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await left(OF_TWO_TABS)
      .getByText(/Recorded: went out at/)
      .waitFor();
    await press(OF_TWO_TABS, 'Understood');
    await gone(OF_TWO_TABS);
    expect(await isIn(OF_TWO_TABS)).toBe(false);
  });
});
