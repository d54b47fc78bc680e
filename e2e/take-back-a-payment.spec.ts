import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// The people, students and PINs of the demo school, and the student whose money this is about.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const { E2E_SHOTS: SHOTS } = process.env;

let server: RunningServer;
let journey: Journey;
let page: Page;
let bursar: WireClient;
let names: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  bursar = await connect(server.url);
  await bursar.signIn(BURSAR, () => server.codeFor(BURSAR));
  names = String((await bursar.call('wallet/getWallet', { admissionNumber: NUMBER }, 'GET')).body.names);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);

async function payOut(amount: number): Promise<{ sysid: string; token: string }> {
  const paid = await bursar.call('wallet/cashOutPin', { admissionNumber: NUMBER, amount, pin: PIN, userName: BURSAR });
  return paid.body.receipt as { sysid: string; token: string };
}

/** As a barcode reader types: a burst, then Enter. */
async function scan(token: string): Promise<void> {
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
}

async function leaveField(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

/** Seconds are not waited for: the button is pressed while they last, and the server's minute has its own test. */
describe('undo of a deposit', () => {
  recordFailures(() => page);

  it('reverses a deposit by Alt+Z, and marks it on the receipt and in the statement', async () => {
    await journey.enter(ADMIN);
    await page.goto(`${server.url}/app/student.upload.money`);
    await page.getByRole('combobox', { name: 'School' }).first().click();
    await page.getByRole('option', { name: 'DEMO' }).click();
    await page.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await page.getByLabel('Admission number').fill(NUMBER);
    await told(names);
    await page.getByLabel('Amount (KES)').fill('1,500');
    await page.getByRole('button', { name: 'Pay in', exact: true }).click();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByRole('button', { name: 'Take back' }).waitFor();
    await checkScreen(page, 'paid in, to be taken back');
    await page.keyboard.press('Alt+z');
    await told(/^The payment was taken back, balance: /);
    await receipt.getByText('POCKET MONEY PAID IN · TAKEN BACK').waitFor();
    await receipt.getByRole('button', { name: 'Take back' }).waitFor({ state: 'detached' });
    await page.getByText('Taken back · Cash').first().waitFor();
  });

  it('reverses a deposit from the statement within the minute', async () => {
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Amount (KES)').fill('700');
    await page.getByLabel('Amount (KES)').press('Enter');
    await page.getByRole('region', { name: 'Receipt' }).getByText('700.00').first().waitFor();
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Take back' }).click();
    await drawer.getByRole('button', { name: 'Take back' }).waitFor({ state: 'detached' });
    await told(/^The payment was taken back, balance: /);
  });
});

describe('reversal of a payment', () => {
  recordFailures(() => page);

  it('opens the student balances', async () => {
    await page.goto(`${server.url}/app/student.balances`);
    await page.getByRole('heading', { level: 1, name: 'Student Balances' }).waitFor();
  });

  it('accepts the token of a receipt once, and reports it as used afterwards', async () => {
    const { token } = await payOut(20);
    await page.goto(`${server.url}/app/cashout.validate`);
    await page.getByRole('heading', { level: 1, name: 'Validate Token' }).waitFor();
    await checkScreen(page, 'validate token');
    await page.getByLabel('Only check it').check();
    await page.getByLabel('Scan a barcode').focus();
    await scan(token);
    await told('The receipt is genuine and has not been used.');
    await page.getByLabel('Only check it').uncheck();
    // Nothing holds the focus, as after a touch beside the field: the reader's burst arrives all the same.
    await leaveField();
    await scan(token.toLowerCase());
    await told('It is now marked as used and cannot be used again.');
    await told(names);
    await checkScreen(page, 'validate token, valid');
    await scan(token);
    await page.getByRole('heading', { name: 'Already used' }).waitFor();
    await checkScreen(page, 'validate token, used');
    // A reader whose first letter is a shortcut of the frame (b opens the bell) is a reader still.
    await leaveField();
    const asked = page.waitForRequest('**/wallet/validateToken');
    await scan('b000111122223333');
    expect((await asked).postDataJSON().token).toBe('B000111122223333');
    await page.getByRole('heading', { name: 'Unknown token' }).waitFor();
    await checkScreen(page, 'validate token, unknown');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Unknown token' }).isVisible()).toBe(true);
    expect(await page.getByLabel('Scan a barcode').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });

  it('reverses a cash-out from the statement with a reason, and reports its token as reversed', async () => {
    const { token } = await payOut(35);
    await page.goto(`${server.url}/app/student.balances?search=${NUMBER}`);
    await told('1 student');
    await page.goto(`${server.url}/app/student.balances`);
    await told('200 students');
    await checkScreen(page, 'student balances');
    await page.getByLabel('Admission no., name or class').fill(NUMBER);
    await told('1 student');
    await page.getByRole('button', { name: NUMBER, exact: true }).click();
    await page.getByRole('heading', { name: `Statement of ${names}` }).waitFor();
    expect(page.url()).toContain(`view=${NUMBER}`);
    await told('-35.00');
    await checkScreen(page, 'statement');
    await page
      .getByRole('button', { name: /^Reverse Cash out of/ })
      .first()
      .click();
    await told(new RegExp(`KES 35.00, including the fee, goes back to the wallet of ${names}`));
    await page.getByRole('button', { name: 'Reverse', exact: true }).last().click();
    await told('is required');
    await checkScreen(page, 'reversal, without a reason');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Paid to the wrong child');
    await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await told(/The movement was reversed, balance:/);
    await told('Paid to the wrong child');
    await told('Reversed');
    await page.getByRole('textbox', { name: 'Reason' }).waitFor({ state: 'detached' });
    await checkScreen(page, 'statement, reversed');
    await page.goto(`${server.url}/app/cashout.validate`);
    await page.getByLabel('Scan a barcode').waitFor();
    await scan(token);
    await page.getByRole('heading', { name: 'Reversed' }).waitFor();
    await checkScreen(page, 'validate token, reversed');
    expect(journey.complaints).toEqual([]);
  });

  it("prints the statement on as many pages as are numbered, and lists the cash desk's movements", async () => {
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    await page.getByRole('link', { name: 'Print a statement' }).click();
    const sheet = page.getByRole('article', { name: names });
    await sheet.getByText('Opening balance').waitFor();
    await checkScreen(page, 'statement to print');
    // As many pages as are numbered: none is empty, and only the last has the closing balance.
    const [, pages] = /Page 1 of (\d+)/.exec(await sheet.innerText()) ?? [];
    // The look left the page as a screen has it.
    await page.emulateMedia({ media: 'print' });
    const paper = (
      await page.pdf({ preferCSSPageSize: true, ...(SHOTS ? { path: `${SHOTS}/statement.pdf` } : {}) })
    ).toString('latin1');
    await page.emulateMedia({ media: 'screen' });
    expect([paper.match(/\/Type \/Page\b/g)?.length, await sheet.getByText(/^Balance on/).count()]).toEqual([
      Number(pages),
      1,
    ]);
    await page.getByText('Receipt 80 mm').click();
    await checkScreen(page, 'statement to print, on the paper of receipts');
    await page.emulateMedia({ media: 'print' });
    expect(await sheet.isVisible()).toBe(true);
    expect(await page.getByLabel('Period').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${server.url}/app/report.books`);
    await told(/Books: (in order|not checked yet)/);
    await page.getByRole('link', { name: 'Cash desk' }).click();
    await page.getByRole('heading', { level: 1, name: 'Movements: Cash desk' }).waitFor();
    await page.getByText('Cash out', { exact: true }).first().waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
