import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { approveMealSubsidy, setMealSubsidy } from '@mfuko/contract/canteen-subsidies';
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import { impress, makeFinger } from '@mfuko/fingerprint/synthetic/finger';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { type Line, startCuttableProxy } from './line.ts';
import { type RunningServer, startServer } from './server.ts';

/** `npm run proof:lunch` feeds 400 and cuts the line for ten minutes; what it does is the same. */
const PROVEN = process.env.LUNCHES;
const CHILDREN = Number(PROVEN ?? 12);
const CUT_MS = PROVEN ? 600_000 : 0;
const FIRST = 8001;
/** First finger of the tray beyond those of the demo's students. */
const FIRST_FINGER = 101;
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const COOKS = ['254711000911', '254711000912'] as const;
const PIN = '274951';
const ITEM = 'Mukimo';
const PRICE = 35;
const HAS = 100;
const SERVED = 'Item was consumed successfully';
const HAD_IT = `${ITEM}: the limit is 1 a day`;

interface Counter {
  readonly journey: Journey;
  readonly page: Page;
  readonly scanner: Scanner;
  readonly line: Line;
}

let server: RunningServer;
let admin: WireClient;
const counters: Counter[] = [];

/** Each child of the line: every third has a finger here, every fifth eats for nothing. */
const numberOf = (place: number) => String(FIRST + place);
const hasFinger = (place: number) => place % 3 === 1;
const isFree = (place: number) => place % 5 === 2;
const [A, B] = [() => counterAt(0), () => counterAt(1)];
/** Places in the queue: the child whose answer is lost when the network is cut, and the first child after it is back. */
const LOST = Math.floor(CHILDREN / 4);
const RESTORED = Math.floor((CHILDREN * 3) / 4);

function counterAt(place: number): Counter {
  const counter = counters[place];
  if (!counter) throw new Error('no counter stands there');
  return counter;
}

beforeAll(async () => {
  const scanners = await Promise.all(
    COOKS.map((_, place) => startScanner({ port: 0, trayPort: 0, pauseMs: 0, seed: 20_261_128 + place * 1_000_003 })),
  );
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  await granted('school/createMenu', { name: ITEM, quantityPerPerson: 1, price: PRICE });
  await enrol();
  for (const [place, scanner] of scanners.entries()) {
    const line = await startCuttableProxy(server.url);
    const journey = await openJourney({ ...server, url: line.url });
    // Each desk has its own reader, which is on the same machine as the other one here.
    await journey.context.route('**/api/auth/config', async (route) => {
      const response = await route.fetch().catch(() => undefined);
      if (!response) return route.abort();
      await route.fulfill({ response, json: { ...(await response.json()), scannerUrl: scanner.url } });
    });
    counters.push({ journey, page: journey.page, scanner, line });
    await journey.enter(COOKS[place] ?? '');
    await open(counterAt(place));
  }
}, 900_000);
afterAll(async () => {
  for (const { journey, scanner, line } of counters) {
    await journey.close();
    await scanner.stop();
    line.close();
  }
  await server?.stop();
});

async function granted(path: string, input: Record<string, unknown>) {
  const { status, body } = await admin.call(path, input);
  expect([path, status, body.message]).toEqual([path, 200, undefined]);
  return body;
}

async function enrol(): Promise<void> {
  const bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  for (const [place, phoneNumber] of COOKS.entries()) {
    const password = 'kilimanjaro na theluji';
    await granted('school/createCheckAgent', {
      ...{ phoneNumber, email: `cook${place}@example.com`, firstName: 'Zawadi', lastNames: `Njoki ${place}` },
      ...{ password, confirmPassword: password, duties: ['canteen'] },
    });
  }
  const [grade] = (await admin.call('school/getClasses', {}, 'GET')).body as unknown as { sysid: string }[];
  for (let place = 0; place < CHILDREN; place++) {
    const admissionNumber = numberOf(place);
    const names = `Amina Juma ${admissionNumber}`;
    const child = { admissionNumber, names, classSYSID: grade?.sysid, checkPin: PIN };
    const { sysid } = await granted('student/createStudent', child);
    await granted('wallet/deposit', { admissionNumber, amount: HAS });
    if (isFree(place)) {
      const { proposal } = await admin.ask(setMealSubsidy, { sysid: String(sysid), kind: 'free' });
      await bursar.ask(approveMealSubsidy, { sysid: proposal?.sysid ?? '' });
    }
    if (!hasFinger(place)) continue;
    const picture = impress(makeFinger(FIRST_FINGER + place), { seed: 1 });
    await granted('student/uploadStudentFingerprintAdm', {
      AdmissionNumber: admissionNumber,
      B64Fingerprint: Buffer.from(encodePng(picture)).toString('base64'),
      ...{ ConsentBy: 'Mary Juma', ConsentRelation: 'Mother', ConsentMethod: 'paper' },
    });
  }
}

const band = ({ page }: Counter) => page.getByRole('region', { name: 'Result' });
const field = ({ page }: Counter) => page.getByLabel('Admission number');
/** Said of a child, on the band of that counter. */
const said = (at: Counter, place: number, words: string) =>
  band(at)
    .filter({ hasText: `(${numberOf(place)})` })
    .filter({ hasText: words })
    .waitFor();

/** Opens the counter; notes whom its band calls served, and each time that it still does so over another number. */
async function open(at: Counter): Promise<void> {
  await at.journey.open('school.menu.consume', 'No menu item selected');
  await at.page.getByRole('combobox', { name: 'Menu item' }).fill(ITEM.toLowerCase());
  await at.page.getByRole('option', { name: ITEM }).click();
  await at.page.getByRole('button', { name: 'Next' }).click();
  await field(at).waitFor();
  await at.page.evaluate(() => {
    const told: string[] = [];
    const stale: string[] = [];
    Object.assign(window, { told, stale });
    new MutationObserver(() => {
      const green = document.querySelector('section[data-tone="served"]')?.textContent ?? '';
      if (green === '') return;
      if (told.at(-1) !== green) told.push(green);
      const number = document.querySelector<HTMLInputElement>('[name=admissionNumber]')?.value ?? '';
      if (number !== '') stale.push(`${number} under ${green}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** The cook's hands stay on the digits: whatever came of a child, the next number is typed. */
async function type({ page }: Counter, place: number): Promise<void> {
  await page.locator('input[name=admissionNumber]:focus').waitFor();
  await page.keyboard.type(numberOf(place));
}

/** A child comes to a counter with number and proof; only the cook's press is missing. */
async function present(at: Counter, place: number): Promise<void> {
  const { page, scanner } = at;
  await type(at, place);
  await page
    .locator('form')
    .filter({ hasText: `Amina Juma ${numberOf(place)}` })
    .waitFor();
  if (hasFinger(place)) {
    scanner.touch(FIRST_FINGER + place);
    await page.getByText('Student fingerprint scanned successfully').first().waitFor();
  } else {
    await page.keyboard.press('Enter');
    await page.locator('input[name=pin]:focus').waitFor();
    await page.keyboard.type(PIN, HAND);
  }
}

async function press({ page, scanner }: Counter): Promise<void> {
  await page.keyboard.press('Enter');
  scanner.lift();
}

async function feed(at: Counter, place: number): Promise<void> {
  await present(at, place);
  await press(at);
  await said(at, place, SERVED);
}

/** Both counters feed whoever is next in the line. */
async function feedAtBoth(from: number, to: number): Promise<void> {
  let next = from;
  const work = async (at: Counter) => {
    while (next < to) await feed(at, next++);
  };
  await Promise.all([work(A()), work(B())]);
}

/** Without a network the second counter takes no money, says so, and the child goes to the first counter. */
async function sendAway(place: number): Promise<void> {
  await type(B(), place);
  await B().page.keyboard.press('Enter');
  await band(B())
    .filter({ hasText: numberOf(place) })
    .filter({ hasText: 'No network: nothing was charged' })
    .waitFor();
  expect(await band(B()).getAttribute('data-tone')).toBe('away');
}

interface Row {
  readonly admissionNumber: string;
  readonly amount: number;
  readonly servedBy: string;
  readonly reversed: boolean;
}

async function meals(): Promise<Row[]> {
  const { body } = await admin.call('reports/menuTracking', { search: ITEM }, 'GET');
  return body as unknown as Row[];
}

/** In the page: what its observer has seen. */
function seen(): { readonly told: string[]; readonly stale: string[] } {
  const { told, stale } = window as unknown as ReturnType<typeof seen>;
  return { told, stale };
}

/** Figures are for whoever asked for the proof; a run of the tests asks of time nothing. */
const tell = (line: string) => void (PROVEN && process.stdout.write(`${line}\n`));
const seconds = (from: number) => `${Math.round((performance.now() - from) / 1_000)} s`;

describe('lunch at two counters', () => {
  recordFailures(() => B().page);

  it('serves students by finger and PIN at both counters', async () => {
    const began = performance.now();
    await feedAtBoth(0, LOST);
    tell(`${LOST} fed at both counters in ${seconds(began)}`);
  }, 1_800_000);

  it('does not serve a student at the second counter whose answer was lost at the first', async () => {
    await present(B(), LOST);
    B().line.holdAnswers();
    await press(B());
    await expect
      .poll(async () => (await meals()).map(({ admissionNumber }) => admissionNumber))
      .toContain(numberOf(LOST));
    B().line.cut();
    await B().journey.told('It is not known if this was recorded');
    await band(B()).filter({ hasText: 'Not known yet whether it was served' }).waitFor();
    await present(A(), LOST);
    await press(A());
    await band(A()).filter({ hasText: HAD_IT }).waitFor();
    // The child is at the other counter.
    await B().page.keyboard.press('Escape');
  }, 120_000);

  it('charges no student at the counter without a network, while the other counter serves', async () => {
    const began = performance.now();
    let away = 0;
    for (let place = LOST + 1; place < RESTORED; place++) {
      if ((place - LOST) % 5 === 1) {
        await sendAway(place);
        away++;
      }
      await feed(A(), place);
      // As many as come in the minutes of the cut.
      const due = (CUT_MS * (place - LOST)) / (RESTORED - 1 - LOST);
      await pause(Math.max(0, began + due - performance.now()));
    }
    tell(
      `cut off for ${seconds(began)}: ${RESTORED - 1 - LOST} fed at the other counter, ${away} of them sent away first`,
    );
    expect(await B().page.locator('[data-tone=served]').count()).toBe(0);
    await B()
      .page.getByText(/^Offline/)
      .waitFor();
  }, 1_800_000);

  it('reports the lost answer once the network is back, and serves a student at both counters only once', async () => {
    B().line.restore();
    const note = B().page.getByRole('alert').filter({ hasText: 'This was recorded' });
    await note.filter({ hasText: numberOf(LOST) }).waitFor();
    await note.getByRole('button', { name: 'I have read this' }).click();
    await B()
      .page.getByText(/^Online/)
      .first()
      .waitFor();
    const began = performance.now();
    await field(B()).focus();
    // One child at both counters at once.
    await Promise.all([present(A(), RESTORED), present(B(), RESTORED)]);
    await Promise.all([press(A()), press(B())]);
    const either = (at: Counter) =>
      Promise.race([said(at, RESTORED, SERVED).then(() => 'served'), said(at, RESTORED, HAD_IT).then(() => 'refused')]);
    expect((await Promise.all([either(A()), either(B())])).toSorted()).toEqual(['refused', 'served']);
    await feedAtBoth(RESTORED + 1, CHILDREN);
    tell(`${CHILDREN - RESTORED} fed at both counters in ${seconds(began)}`);
  }, 1_800_000);

  it('records one meal for each student, and each counter showed as served exactly its own', async () => {
    const rows = await meals();
    const line = Array.from({ length: CHILDREN }, (_, place) => numberOf(place));
    expect(rows.map(({ admissionNumber }) => admissionNumber).toSorted()).toEqual(line);
    expect(rows.filter(({ reversed }) => reversed)).toEqual([]);
    for (const [place, { page }] of counters.entries()) {
      const { told, stale } = await page.evaluate(seen);
      expect(stale).toEqual([]);
      const own = rows.filter(({ servedBy }) => servedBy === `Zawadi Njoki ${place}`).map((row) => row.admissionNumber);
      const called = told.map((text) => /\((\d+)\)/.exec(text)?.[1]);
      if (place === 1) called.push(numberOf(LOST));
      expect(called.toSorted()).toEqual(own.toSorted());
      tell(`counter ${place + 1}: ${own.length} lunches`);
    }
    expect(A().journey.complaints).toEqual([]);
  }, 300_000);

  it('leaves statements, balances and ledger that match the meals served', async () => {
    for (let place = 0; place < CHILDREN; place++) {
      const who = { admissionNumber: numberOf(place) };
      const paid = isFree(place) ? 0 : -PRICE;
      const statement = (await admin.call('wallet/getStatement', who, 'GET')).body as unknown as { amount: number }[];
      expect([place, ...statement.map(({ amount }) => amount)]).toEqual([place, paid, HAS]);
      const { balance } = (await admin.call('wallet/getWallet', who, 'GET')).body;
      expect([place, balance]).toEqual([place, HAS + paid]);
    }
    const env = { ...process.env, DATA_DIR: server.dataDir, SEED: 'none' };
    const verified = await promisify(execFile)(process.execPath, ['apps/server/src/ledger-verify.ts'], { env });
    expect(verified.stdout).toContain('in order');
    tell(verified.stdout.trim());
  }, 300_000);
});
