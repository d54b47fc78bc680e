import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The people, students and PINs of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const { E2E_SHOTS: SHOTS } = process.env;

let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Types with the keyboard alone, as at a desk with a queue before it. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Cash in the till and the student's balance, as the server answers them to a page that has just been loaded. */
async function inBooks(): Promise<{ till: number; balance: number }> {
  const till = page.waitForResponse(/wallet\/getTill(\?|$)/);
  const wallet = page.waitForResponse(/wallet\/getWallet/);
  await page.reload();
  await page.getByLabel('Admission number').fill(NUMBER);
  const { holds } = (await (await till).json()).till;
  return { till: holds, balance: (await (await wallet).json()).balance };
}

/** By PIN, at the screen that is open. */
async function payOut(amount: string): Promise<void> {
  await page.getByLabel('Admission number').fill(NUMBER);
  await told('Balance (KES)');
  await page.getByRole('textbox', { name: 'Amount (KES)' }).fill(amount);
  await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
  await button('Cashout').click();
}

describe('till from float to countersigned close', () => {
  recordFailures(() => page);

  it('opens a till with a float', async () => {
    await journey.enter(BURSAR);
    await journey.open('till', 'Till');
    await page.getByLabel('Float (KES)').waitFor();
    await spotCheckScreen(page, 'till, not open');
    await page.getByLabel('Float (KES)').fill('500');
    await page.keyboard.press('Enter');
    await told('The till is open with KES 500.00');
    await told('KES 500.00');
    await button('Add or hand back cash').waitFor();
  });

  it('pays cash out of the till, and rejects a cash-out above its cash', async () => {
    await journey.open('cashout.pin', 'Cash Out by Pin');
    await told(/Your till has been open since .* and holds KES 500.00/);
    await payOut('120');
    await told(/Cashout successful balance/);
    await told(/and holds KES 380.00/);
    await spotCheckTheme(page, 'cash out over the till', 'dark');
    const before = await inBooks();
    expect(before.till).toBe(380);
    // The wallet could pay it.
    expect(before.balance).toBeGreaterThan(380.01);
    await payOut('380.01');
    await told('Not enough cash: the till holds KES 380.00');
    expect(await inBooks()).toEqual(before);
  });

  it('adds cash from the cash desk to an open till', async () => {
    await journey.open('till', 'Till');
    await told('KES 380.00');
    await button('Add or hand back cash').click();
    await page.getByRole('textbox', { name: 'Amount (KES)' }).fill('200');
    await spotCheckTheme(page, 'till, adding cash', 'light');
    await press('Enter');
    await told('KES 200.00 was added to the till');
    await told('KES 580.00');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await checkScreen(page, 'till, open');
  });

  it('hides the expected cash during the count, and closes only with a reason for the missing cash', async () => {
    await button('Close the till').click();
    await page.getByRole('heading', { level: 1, name: 'Close the till' }).waitFor();
    expect(await page.getByText('580.00').count()).toBe(0);
    // 1000, 500, 200, 100, 50, 20: from line to line by Enter.
    await page.getByLabel('Pieces of 1000').waitFor();
    await page.getByLabel('Pieces of 1000').focus();
    for (const pieces of ['0', '0', '2', '0', '1', '0']) {
      await page.keyboard.type(pieces, HAND);
      await press('Enter');
    }
    await page.getByRole('status').filter({ hasText: '450.00' }).first().waitFor();
    await button('Compare with the books').click();
    await told('KES 130.00 short');
    await spotCheckScreen(page, 'till, counted');
    await button('Close the till now').click();
    await told('Explain why the count does not match the books');
    await page.getByLabel('Reason').fill('A note was handed out too much');
    await page.getByLabel('Leave in the till (KES)').fill('50');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The till is closed' }).waitFor();
    await told('Z-REPORT');
    await spotCheckScreen(page, 'till, closed');
  });

  for (const [name, paper] of [
    ['58 mm', 'roll58'],
    ['A4', 'sheet'],
  ] as const) {
    it(`prints its report alone on one page, on ${name}`, async () => {
      // The dialog of the printer is the browser's own; the paper waits until it is closed.
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await page.getByText(name, { exact: true }).click();
      await button('Print Z-report').click();
      const sheet = page.locator(`body > [data-paper="${paper}"]`);
      await sheet.waitFor({ state: 'attached' });
      await page.emulateMedia({ media: 'print' });
      expect(await sheet.getByText('Z-REPORT', { exact: true }).isVisible()).toBe(true);
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
      const pdf = await page.pdf({
        preferCSSPageSize: true,
        ...(SHOTS ? { path: `${SHOTS}/z-report-${paper}.pdf` } : {}),
      });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await sheet.waitFor({ state: 'detached' });
    });
  }

  it('confirms the close of a till by another user, whom a notification has told of the difference', async () => {
    const admin = await openJourney(server);
    try {
      await admin.enter(ADMIN);
      await admin.page.goto(`${server.url}/app/till.view`);
      await admin.page.getByRole('combobox', { name: 'School' }).first().click();
      await admin.page.getByRole('option', { name: 'DEMO' }).click();
      await admin.page.getByRole('heading', { level: 1, name: 'Tills' }).waitFor();
      await admin.told('1 till');
      await admin.page.getByRole('button', { name: /^Notifications: [1-9]/ }).click();
      await admin.told(/The till of .* does not match/);
      await admin.page.keyboard.press('Escape');
      await admin.page.getByRole('button', { name: /^View Till of/ }).click();
      await admin.told('A note was handed out too much');
      await checkScreen(admin.page, 'till, to be confirmed');
      await admin.page.getByRole('button', { name: 'Confirm the close' }).click();
      await admin.told('The close is confirmed');
      await admin.told('Confirmed by');
      expect(admin.complaints).toEqual([]);
    } finally {
      await admin.close();
    }
    expect(journey.complaints).toEqual([]);
  });
});
