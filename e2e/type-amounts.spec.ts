import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNTS, checkAmountField } from './amounts.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school.
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const OTHER = '4005';

const TWO_WAYS = /Ambiguous: enter 1,500 or 1500.50/;

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
const field = (name: string) => page.getByRole('textbox', { name });

/** Clears the field and types with the keyboard, as a person does. */
async function type(into: Locator, keys: string): Promise<void> {
  await into.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(keys, HAND);
}

describe('amounts typed by keyboard', () => {
  recordFailures(() => page);

  it('parses thousands as people write them, and rejects ambiguous amounts', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    const amount = field('Amount (KES)');
    await takesAll('Amount (KES)');
    await type(amount, '1,50');
    await amount.blur();
    await spotCheckTheme(page, 'amount in two ways', 'light');
  });

  it('books typed amounts to the cent, and moves on to the next student', async () => {
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Balance (KES)');
    for (const keys of ['1,500', '1 600', 'KES 1,700.00', '1500.50']) {
      await page.getByLabel('Admission number').fill(NUMBER);
      await type(field('Amount (KES)'), keys);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Print receipt' }).waitFor();
      // A person who types the next number without looking types it where it belongs.
      await page.getByLabel('Admission number').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(OTHER);
      await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(OTHER);
      await expect.poll(() => field('Amount (KES)').inputValue()).toBe('');
    }
    const rows = page.getByRole('row');
    await page.getByLabel('Admission number').fill(NUMBER);
    for (const booked of ['1,500.00', '1,600.00', '1,700.00', '1,500.50'])
      await rows.filter({ hasText: booked }).first().waitFor();
  });

  it('sends no deposit and no cash-out with an ambiguous amount', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/wallet\/(deposit|cashOut)/.test(request.url())) sent.push(request.url());
    });
    await type(field('Amount (KES)'), '1,50');
    await page.keyboard.press('Enter');
    await told(TWO_WAYS);
    await journey.open('cashout.pin', 'Cash Out by Pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Balance (KES)');
    await type(field('Amount (KES)'), '1,50');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.keyboard.press('Enter');
    await told(TWO_WAYS);
    expect(sent).toEqual([]);
  });

  it('pays 1,500 out as 1,500', async () => {
    await type(field('Amount (KES)'), '1,500');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await told('1,500.00');
    await page.getByLabel('Admission number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(OTHER);
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(OTHER);
  });

  it('parses amounts alike in all fields of desks, till, menu, items and limits', async () => {
    await journey.open('student.upload.money?by=mpesa', 'Upload Pocket Money');
    await takesAll('Amount (KES, whole shillings)');
    await journey.open('cash.desk', 'Cash desk');
    await takesAll('Amount (KES)');
    await journey.open('cashout.fingerprint', 'Cash Out by Fingerprint');
    await takesAll('Amount (KES)');
    await journey.open('cashout.pin', 'Cash Out by Pin');
    await takesAll('Amount (KES)');
    await journey.open('till', 'Till');
    await takesAll('Float (KES)');
    await journey.open('school.add.menu', /.+/);
    await takesAll('Price (KES)');
    await journey.open('student.add.item', /.+/);
    await takesAll('Price (KES)');
    await journey.open('class.view', 'Classes');
    await page.getByRole('button', { name: 'View Grade 1', exact: true }).click();
    await page.getByRole('dialog', { name: 'Grade 1' }).getByRole('button', { name: 'Set limits' }).click();
    await takesAll('Maximum per cash-out (KES)', ['0']);
    await takesAll('Maximum per day (KES)', ['0']);
  });
});

/** The whole table, into a field of the page. */
const takesAll = (name: string, judgedByForm: readonly string[] = []) =>
  checkAmountField(page.getByRole('textbox', { name, exact: true }), AMOUNTS, { way: 'typed', judgedByForm });
