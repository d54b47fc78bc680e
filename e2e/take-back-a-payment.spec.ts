import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';
import { keepFailures, openVisit, type Visit } from './visit.ts';

// The people, pupils and PINs of the demo school, and the pupil whose money this is about.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';

let server: RunningServer;
let visit: Visit;
let page: Page;
let bursar: WireClient;
let names: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  names = String((await bursar.call('wallet/getWallet', { admissionNumber: NUMBER }, 'GET')).body.names);
  visit = await openVisit(server);
  ({ page } = visit);
});
afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

const told: Visit['told'] = (text) => visit.told(text);

async function payOut(amount: number): Promise<{ sysid: string; token: string }> {
  const paid = await bursar.call('wallet/cashOutPin', { admissionNumber: NUMBER, amount, pin: PIN });
  return paid.body.receipt as { sysid: string; token: string };
}

/** As a barcode reader types: a burst, then Enter. */
async function scan(token: string): Promise<void> {
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
}

async function letGo(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

describe('taking a payment back', () => {
  keepFailures(() => page);

  it('begins with somebody else than the one who paid', async () => {
    await visit.signIn(ADMIN);
    await page.goto(`${server.url}/app/student.balances`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByRole('heading', { level: 1, name: 'Student Balances' }).waitFor();
  });

  it('is valid at the till once, and then used', async () => {
    const { token } = await payOut(20);
    await page.goto(`${server.url}/app/cashout.validate`);
    await page.getByRole('heading', { level: 1, name: 'Validate Token' }).waitFor();
    await lookAt(page, 'validate token');
    await page.getByLabel('Only look it up').check();
    await page.getByLabel('Scan a barcode').focus();
    await scan(token);
    await told('The receipt is genuine and has not been used.');
    await page.getByLabel('Only look it up').uncheck();
    // Nothing holds the focus, as after a touch beside the field: the reader's burst arrives all the same.
    await letGo();
    await scan(token.toLowerCase());
    await told('It is used now and will not be valid again.');
    await told(names);
    await lookAt(page, 'validate token, valid');
    await scan(token);
    await page.getByRole('heading', { name: 'Already used' }).waitFor();
    await lookAt(page, 'validate token, used');
    // A reader whose first letter is a shortcut of the frame (b opens the bell) is a reader still.
    await letGo();
    const asked = page.waitForRequest('**/wallet/validateToken');
    await scan('b000111122223333');
    expect((await asked).postDataJSON().token).toBe('B000111122223333');
    await page.getByRole('heading', { name: 'Unknown token' }).waitFor();
    await lookAt(page, 'validate token, unknown');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Unknown token' }).isVisible()).toBe(true);
    expect(await page.getByLabel('Scan a barcode').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });

  it('gives the money back from the statement, for a reason, once', async () => {
    const { token } = await payOut(35);
    await page.goto(`${server.url}/app/student.balances?search=${NUMBER}`);
    await told('1 student');
    await page.goto(`${server.url}/app/student.balances`);
    await told('200 students');
    await lookAt(page, 'student balances');
    await page.getByLabel('Admission no., name or class').fill(NUMBER);
    await told('1 student');
    await page.getByRole('button', { name: NUMBER, exact: true }).click();
    await page.getByRole('heading', { name: `Statement of ${names}` }).waitFor();
    expect(page.url()).toContain(`view=${NUMBER}`);
    await told('-35.00');
    await lookAt(page, 'statement');
    await page
      .getByRole('button', { name: /^Reverse Cash out of/ })
      .first()
      .click();
    await told(new RegExp(`KES 35.00 goes back into the wallet of ${names}`));
    await page.getByRole('button', { name: 'Reverse', exact: true }).last().click();
    await told('is required');
    await lookAt(page, 'reversal, without a reason');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Paid to the wrong child');
    await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await told(/The movement was reversed, balance:/);
    await told('Paid to the wrong child');
    await told('Reversed');
    await page.getByRole('textbox', { name: 'Reason' }).waitFor({ state: 'detached' });
    await lookAt(page, 'statement, reversed');
    await page.goto(`${server.url}/app/cashout.validate`);
    await page.getByLabel('Scan a barcode').waitFor();
    await scan(token);
    await page.getByRole('heading', { name: 'Reversed' }).waitFor();
    await lookAt(page, 'validate token, reversed');
    expect(visit.complaints).toEqual([]);
  });

  it('stands in the statement that a guardian gets on paper, and in the books', async () => {
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    await page.getByRole('link', { name: 'Print a statement' }).click();
    const sheet = page.getByRole('article', { name: names });
    await sheet.getByText('Balance before').waitFor();
    await lookAt(page, 'statement to print');
    await page.getByText('Receipt 80 mm').click();
    await lookAt(page, 'statement to print, on the paper of receipts');
    await page.emulateMedia({ media: 'print' });
    expect(await sheet.isVisible()).toBe(true);
    expect(await page.getByLabel('Period').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${server.url}/app/report.books`);
    await told('Books: in order');
    await page.getByRole('link', { name: 'Cash desk' }).click();
    await page.getByRole('heading', { level: 1, name: 'Moved: Cash desk' }).waitFor();
    await page.getByText('Cash out', { exact: true }).first().waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
