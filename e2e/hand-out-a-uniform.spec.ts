import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// A student of the demo school, whose finger in the scanner's tray is the third, and the PIN of all of them.
const BURSAR = '254700000002';
const NUMBER = '4003';
const OWN = 3;
const PIN = '274951';
const PRICE = 150;

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let held: number;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const open: Journey['open'] = (path, title) => journey.open(path, title);
const told: Journey['told'] = (text) => journey.told(text);
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

/** Balance: what is in the wallet, as the cash desk reads it. */
async function balance(): Promise<number> {
  await open('student.upload.money', 'Upload Pocket Money');
  await page.getByLabel('Admission number').fill(NUMBER);
  const card = page.getByRole('main').getByRole('status').filter({ hasText: 'Balance' });
  const text = await card.innerText();
  return Number(/[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN);
}

describe('uniform sale and hand-out', () => {
  recordFailures(() => page);

  it('sells three pieces to a student, and warns when the price exceeds the balance', async () => {
    await journey.enter(BURSAR);
    held = await balance();
    expect(held).toBeGreaterThan(3 * PRICE);

    await open('student.items', 'Student Items');
    await told('No items sold or issued yet');
    await checkScreen(page, 'student items, none');
    await page.getByRole('link', { name: 'New Item' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'New Item' }).waitFor();
    await checkScreen(page, 'new item');
    await button('Complete').click();
    await told('is required');
    await checkScreen(page, 'new item, refused');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('combobox', { name: 'Item name' }).fill('School sweater');
    await page.getByLabel('Quantity').fill('3');
    await page.getByLabel('Price (KES)').fill('99999');
    await told('There is not enough pocket money for this.');
    await checkScreen(page, 'new item, too dear');
    await page.getByLabel('Price (KES)').fill(String(PRICE));
    await told((held - 3 * PRICE).toLocaleString('en-KE', { minimumFractionDigits: 2 }));
    await checkScreen(page, 'new item, filled');
    await button('Complete').click();
    await told(/^School sweater recorded for /);
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe('');
  });

  it('suggests a sold item with its last price, and adds an item free of charge', async () => {
    await open('student.add.item', 'New Item');
    await page.getByRole('combobox', { name: 'Item name' }).fill('swea');
    await page.getByRole('option', { name: 'School sweater' }).click();
    await expect.poll(() => page.getByLabel('Price (KES)').inputValue()).toBe(String(PRICE));
    await page.getByLabel('Price (KES)').fill('0');
    await page.getByRole('combobox', { name: 'Item name' }).fill('Atlas');
    await page.getByRole('option', { name: 'Add item “Atlas”' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Item name' }).inputValue()).toBe('Atlas');
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Free of charge');
    await told('Balance after (KES)');
    await button('Complete').click();
    await told(/^Atlas recorded for /);
  });

  it('hands out pieces by finger and by PIN, and no more than were sold', async () => {
    await open('student.consume.item', 'Consume Item');
    await checkScreen(page, 'consume item');
    await page.getByLabel('Admission number').fill('999999');
    await told('No student has that number');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('3 waiting');
    await button('Hand out School sweater').click();
    await told('Scan student fingerprint to proceed');
    await checkScreen(page, 'consume item, no finger');
    scanner.touch(OWN);
    await told('Student fingerprint scanned successfully');
    await page.getByLabel('Pieces of School sweater').fill('1');
    await button('Hand out School sweater').click();
    await told(/^1 × School sweater handed out to/);
    scanner.lift();
    await told('2 waiting · 1 handed out');

    await page.getByRole('radio', { name: "The student's PIN" }).check();
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByLabel('Pieces of School sweater').fill('3');
    await button('Hand out School sweater').click();
    await told('School sweater: only 2 are waiting to be handed out.');
    await checkScreen(page, 'consume item, too many');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByLabel('Pieces of School sweater').fill('2');
    await button('Hand out School sweater').click();
    await told(/^3 handed out$/);

    await page.getByRole('radio', { name: 'I see the student myself' }).check();
    await button('Hand out Atlas').click();
    await told(/^1 × Atlas handed out to/);
  });

  it('takes one piece back and refunds its price', async () => {
    await button('Return School sweater').click();
    await page.getByRole('dialog').waitFor();
    await checkScreen(page, 'give back');
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click();
    await told('is required');
    await page.getByLabel('Reason').fill('Too small');
    await told('KES 150.00 goes back');
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click();
    await told('School sweater was returned.');
    await told('2 handed out · 1 returned');
    await checkScreen(page, 'consume item, all handed out');
    await expect.poll(balance).toBe(held - 2 * PRICE);
  });

  it('shows the history of an item, refuses to delete it once handed out, and renames it', async () => {
    await open('student.items', 'Student Items');
    await told('2 items');
    await checkScreen(page, 'student items');
    await button(/^Delete School sweater/).click();
    await told('School sweater was paid for or handed out. Return it first, then delete it.');
    await button(/^View School sweater/).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('1 piece returned for a refund').waitFor();
    await drawer.getByText('2 pieces handed out').waitFor();
    await drawer.getByText('Too small').waitFor();
    await checkScreen(page, 'student items, one');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await button(/^Edit School sweater/).click();
    await drawer.getByLabel('Item name').fill('Sweater, size 8');
    await checkScreen(page, 'student items, edit');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await told('Item was updated successfully');
    await page.getByRole('row').filter({ hasText: 'Sweater, size 8' }).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
