import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { cutOff, print } from './papers.ts';
import { ownerUrlOf, type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4007';
const A4 = '210x297';
const LONG = 'SLIP-NATIONALBANKOFKENYA-NAKURU-2026-11-24-000093418275-A';

let server: RunningServer;
let office: WireClient;
let school: string;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  school = String((await office.call('school/viewSchools', {}, 'GET')).body[0]?.sysid);
  office.actOn(school);
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

/** Prints by the button: the paper stays until the browser's own dialog, which there is none of here, would be closed. */
async function toPaper(button: string, kind: string, from: Page | Locator = page): Promise<string> {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await from.getByRole('button', { name: button, exact: true }).click();
  const paper = `body > [data-paper="${kind}"]`;
  await page.locator(paper).waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  return paper;
}

async function putAway(paper: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator(paper).waitFor({ state: 'detached' });
}

describe('receipt of a large deposit', () => {
  recordFailures(() => page);

  it('takes a deposit of seven digits with a long reference', async () => {
    const raised = await office.call('school/updateSchoolSettings', { sysid: school, movementLimit: 9_999_999 });
    expect(raised.status).toBe(200);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await page.getByLabel('Admission number').fill(NUMBER);
    await journey.told('Balance (KES)');
    await page.getByRole('textbox', { name: 'Amount (KES)' }).fill('1,234,567.50');
    await page.getByText('Other', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Reference' }).fill(LONG);
    await page.getByRole('button', { name: 'Pay in', exact: true }).click();
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
  });

  for (const [name, kind, width, size] of [
    ['58 mm', 'roll58', 48, '58x250'],
    ['80 mm', 'roll80', 72, '80x250'],
    ['A5', 'a5', 128, '148x210'],
    ['A4', 'sheet', 128, A4],
  ] as const) {
    it(`prints a receipt as one piece on ${name}, with nothing cut off`, async () => {
      await page.getByText(name, { exact: true }).click();
      const paper = await toPaper('Print receipt', kind);
      expect(await page.locator(paper).innerText()).toContain('1,234,567.50');
      expect(await cutOff(page, paper)).toEqual([]);
      const box = await page.locator(`${paper} dl`).boundingBox();
      expect(Math.round(((box?.width ?? 0) / 96) * 25.4)).toBe(width);
      const roll = kind.startsWith('roll') ? { width: name.replace(' ', '') } : undefined;
      expect((await print(page, `receipt ${name}`, roll)).sizes).toEqual([size]);
      await putAway(paper);
    });
  }

  it('prints that the deposit was reversed', async () => {
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await journey.told(/^The payment was taken back/);
    const paper = await toPaper('Print receipt', 'sheet');
    expect(await page.locator(paper).innerText()).toContain('POCKET MONEY PAID IN · TAKEN BACK');
    await print(page, 'receipt taken back');
    await putAway(paper);
  });
});

/** Has the hourly look at the books done now. */
async function closeDays(): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(server) });
  await owner.connect();
  await owner.query(`SELECT graphile_worker.add_job('look-at-books', '{}')`).finally(() => owner.end());
}

describe('day sheet', () => {
  recordFailures(() => page);

  it('prints a day sheet on one A4 page with a line for the signature', async () => {
    await closeDays();
    const days = async () => (await office.call('reports/bookDays', {}, 'GET')).body as unknown as { day: string }[];
    await expect.poll(async () => (await days()).length).toBeGreaterThan(0);
    const [last] = await days();
    await page.goto(`${server.url}/app/report.books?view=${last?.day}`);
    const drawer = page.getByRole('dialog');
    const paper = await toPaper('Print', 'sheet', drawer);
    expect(await page.locator(paper).innerText()).toContain('Head of school, name and signature');
    expect(await cutOff(page, paper)).toEqual([]);
    expect((await print(page, 'day sheet')).sizes).toEqual([A4]);
    await putAway(paper);
  });
});

describe('slips with PINs', () => {
  recordFailures(() => page);

  it('prints nine slips with PINs on two A4 pages', async () => {
    await journey.open('student.view?search=400', 'Students');
    await page.getByRole('button', { name: '4009', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await page.getByRole('button', { name: 'PINs for 9' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Make the PINs' }).click();
    await dialog
      .getByText(/^\d{6}$/)
      .first()
      .waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[data-part="slip"]').count()).toBe(9);
    expect(await cutOff(page, '[data-part="slip"]')).toEqual([]);
    expect((await print(page, 'nine pin slips')).sizes).toEqual([A4, A4]);
    expect(journey.complaints).toEqual([]);
  });
});
