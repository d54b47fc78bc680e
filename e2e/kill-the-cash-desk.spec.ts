import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killOn, launchOn } from './browser.ts';
import { connect, type WireClient } from './client.ts';
import { recordFailures } from './journey.ts';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';
import { signInByCalls } from './sign-in.ts';

// People, students and PINs of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const NAIROBI = { longitude: 36.82, latitude: -1.29 };
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
  folder = mkdtempSync(join(tmpdir(), 'mfuko-desk-'));
  await switchOn();
  await signInByCalls(page, server, BURSAR, NAIROBI);
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

/** Presses, and kills the browser in the moment in which the server has done it, or never hears of it, and no answer has come. */
async function killedWhile(path: string, { isDone }: { isDone: boolean }, press: () => Promise<void>): Promise<void> {
  const out = new Promise<void>((resolve) => {
    void page.route(`**/api/${path}`, async (route) => {
      if (isDone) await route.fetch();
      resolve();
    });
  });
  await press();
  await out;
  const closed = browser.waitForEvent('close');
  killOn(folder);
  await closed;
  await switchOn();
  await page.goto(`${server.url}/api/auth/config`);
  await page.evaluate((all) => {
    for (const [name, text] of all) localStorage.setItem(name, text);
  }, signedIn);
}

async function open(path: string): Promise<void> {
  await page.goto(`${server.url}/app/${path}`);
  await page.getByLabel('Admission number').waitFor();
}
async function depositAtDesk(amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Pay in', exact: true }).click();
  await page.getByLabel('Admission number').fill(NUMBER);
  await page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await page.keyboard.press('Enter');
}
async function payOut(amount: string): Promise<void> {
  await page.getByLabel('Admission number').fill(NUMBER);
  await page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
  await page.getByRole('button', { name: 'Cashout', exact: true }).click();
}
const OURS = [701, 702, -111];
/** Amounts that the student's wallet has moved by, of those below. */
async function moved(): Promise<number[]> {
  const { body } = await office.call('wallet/getStatement', { admissionNumber: NUMBER }, 'GET');
  const rows = body as unknown as { amount: number }[];
  return rows.map(({ amount }) => amount).filter((amount) => OURS.includes(amount));
}
const told = (text: string | RegExp) => page.getByText(text).first().waitFor();
const recorded = () => page.getByText('This was recorded', { exact: true });

describe('a browser that is killed between the press and the answer', () => {
  recordFailures(() => page);

  it('tells, opened again, that the deposit was recorded, and the same again moves nothing', async () => {
    await open('check.cash');
    await killedWhile('wallet/deposit', { isDone: true }, () => depositAtDesk('701'));
    expect(await moved()).toEqual([701]);
    await open('check.cash');
    await recorded().waitFor();
    await told(/Paying in, KES 701.00, student 4007/);
    await lookAt(page, 'a deposit before the power cut');
    await depositAtDesk('701');
    await recorded().waitFor({ state: 'detached' });
    await told('Taken in: KES 701.00');
    expect(await moved()).toEqual([701]);
  });

  it('tells that a deposit which never came to the server was not recorded, and it can be taken in then', async () => {
    await open('check.cash');
    await killedWhile('wallet/deposit', { isDone: false }, () => depositAtDesk('702'));
    await open('check.cash');
    await told('This was not recorded');
    await page.getByRole('button', { name: 'I have read this' }).click();
    await depositAtDesk('702');
    // An answer that its page has not heard is told by the next one.
    await told('Taken in: KES 702.00');
    await expect.poll(async () => (await moved()).toSorted()).toEqual([701, 702]);
  });

  it('tells the same of a cash-out, on the screens of the console', async () => {
    await open('cashout.pin');
    await killedWhile('wallet/cashOutPin', { isDone: true }, () => payOut('111'));
    await open('cashout.pin');
    await recorded().waitFor();
    await told(/Cash-out, KES 111.00, student 4007/);
    await payOut('111');
    await told(/Cashout successful/);
    await recorded().waitFor({ state: 'detached' });
    expect((await moved()).toSorted()).toEqual([-111, 701, 702]);
  });
});
