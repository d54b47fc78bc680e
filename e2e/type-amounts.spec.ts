import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { glimpseOf } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school.
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const OTHER = '4005';

const TWO_WAYS = /can be read in two ways/;
const NO_AMOUNT = /Write an amount in KES/;

/** Keys as they are typed, and what the field shows then; an error where it is no amount. */
const TYPED: readonly (readonly [keys: string, shown: string, error?: RegExp])[] = [
  ['5', '5'],
  ['50', '50'],
  ['500', '500'],
  ['1500', '1,500'],
  ['1,500', '1,500'],
  ['1 500', '1,500'],
  ['15000', '15,000'],
  ['15,000', '15,000'],
  ['12,500.00', '12,500.00'],
  ['12500.00', '12,500.00'],
  ['12 500.00', '12,500.00'],
  ['120000', '120,000'],
  ['120,000', '120,000'],
  ['1234567', '1,234,567'],
  ['1,234,567', '1,234,567'],
  ['1 234 567', '1,234,567'],
  ['1,234,567.89', '1,234,567.89'],
  ['9999999.99', '9,999,999.99'],
  ['1500.5', '1,500.5'],
  ['1500.50', '1,500.50'],
  ['1500.05', '1,500.05'],
  ['1500.', '1,500.'],
  ['.5', '.5'],
  ['0.50', '0.50'],
  ['0.05', '0.05'],
  ['007', '007'],
  ['0', '0'],
  ['150', '150'],
  ['100.1', '100.1'],
  ['99.99', '99.99'],
  ['KES 1500', '1,500'],
  ['KES 1,500.00', '1,500.00'],
  ['Ksh 250', '250'],
  ['Ksh. 250/=', '250'],
  ['Sh 250', '250'],
  ['250/-', '250'],
  ['1,500/=', '1,500'],
  ['1,50', '1,50', TWO_WAYS],
  ['1,5', '1,5', TWO_WAYS],
  ['1,', '1,', TWO_WAYS],
  ['15,00', '15,00', TWO_WAYS],
  ['12,50', '12,50', TWO_WAYS],
  ['1500,', '1,500,', TWO_WAYS],
  ['1500,00', '1,500,00', TWO_WAYS],
  ['12,34,567', '12,34,567', TWO_WAYS],
  ['1,500,00', '1,500,00', TWO_WAYS],
  ['1.500', '1.500', TWO_WAYS],
  ['1.500,00', '1.500,00', TWO_WAYS],
  ['1.500.000', '1.500.000', TWO_WAYS],
  ['1 50', '1 50', TWO_WAYS],
  ['50 0', '50 0', TWO_WAYS],
  [',500', ',500', TWO_WAYS],
  ['1..5', '1..5', TWO_WAYS],
  ['10000000', '10,000,000', /at most 9,999,999.99/],
  ['1o0', '1o0', NO_AMOUNT],
  ['l50', 'l50', NO_AMOUNT],
  ['-5', '-5', NO_AMOUNT],
  ['+5', '+5', NO_AMOUNT],
  ['1e3', '1e3', NO_AMOUNT],
  ['1500 bob', '1,500 bob', NO_AMOUNT],
  ["1'500", "1'500", NO_AMOUNT],
  ['=1+1', '=1+1', NO_AMOUNT],
  ['abc', 'abc', NO_AMOUNT],
];

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

describe('typing an amount', () => {
  recordFailures(() => page);

  it('reads thousands as people write them, and refuses what can be read in two ways', async () => {
    await journey.signIn(BURSAR);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    const amount = field('Amount (KES)');
    await takesAll('Amount (KES)');
    await type(amount, '1,50');
    await amount.blur();
    await glimpseOf(page, 'amount in two ways', 'light');
  });

  it('reads what is pasted over another amount by itself', async () => {
    const amount = field('Amount (KES)');
    for (const [text, shown] of [
      ['KES 12,500.00', '12,500'],
      ['1,50', '1,50'],
      ['1\u00a0500', '1,500'],
      ['1.500,00', '1.500,00'],
    ] as const) {
      await type(amount, '1500');
      await page.keyboard.press('ControlOrMeta+a');
      await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);
      expect(await amount.inputValue(), text).toBe(shown);
    }
  });

  it('pays in what was typed, to the cent, and asks for the next student', async () => {
    await page.getByLabel('Admission number').fill(NUMBER);
    await told('Balance (KES)');
    for (const keys of ['1,500', '1 500', 'KES 1,500.00', '1500.50']) {
      await page.getByLabel('Admission number').fill(NUMBER);
      await type(field('Amount (KES)'), keys);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Print receipt' }).waitFor();
      // Whoever types the next number without looking types it where it belongs.
      await page.getByLabel('Admission number').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(OTHER);
      await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(OTHER);
      await expect.poll(() => field('Amount (KES)').inputValue()).toBe('');
    }
    const rows = page.getByRole('row');
    await page.getByLabel('Admission number').fill(NUMBER);
    await rows.filter({ hasText: '1,500.50' }).first().waitFor();
    await expect.poll(() => rows.filter({ hasText: /1,500\.00/ }).count()).toBeGreaterThanOrEqual(3);
  });

  it('sends nothing that can be read in two ways', async () => {
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

  it('pays out 1,500 as 1,500', async () => {
    await type(field('Amount (KES)'), '1,500');
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Print receipt' }).waitFor();
    await told('1,500.00');
    await page.getByLabel('Admission number').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(OTHER);
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(OTHER);
  });

  it('is the same in every field for money', async () => {
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
    await takesAll('Most in one cash-out (KES)', ['0']);
    await takesAll('Most in a day (KES)', ['0']);
  });
});

/** Types the whole table into a field within the page, key by key as the browser would, and reads what it shows and says. */
async function takesAll(name: string, judgedByForm: readonly string[] = []): Promise<void> {
  const input = page.getByRole('textbox', { name, exact: true });
  const read = await input.evaluate(
    async (field: HTMLInputElement, rows) => {
      const told: [string, string, string][] = [];
      const settled = () => new Promise<void>((go) => requestAnimationFrame(() => go()));
      for (const keys of rows) {
        field.focus();
        field.select();
        document.execCommand('delete');
        for (const key of keys) document.execCommand('insertText', false, key);
        const shown = field.value;
        field.blur();
        await settled();
        const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
        const error = described.find((id) => id.endsWith('-error'));
        told.push([keys, shown, (error && document.getElementById(error)?.textContent) || '']);
      }
      return told;
    },
    TYPED.map(([keys]) => keys),
  );
  for (const [place, [keys, shown, error]] of TYPED.entries()) {
    expect(read[place]?.slice(0, 2), name).toEqual([keys, shown]);
    // A form may have its own word on an amount that is read well, sooner or later.
    if (judgedByForm.includes(keys)) continue;
    if (error) expect(read[place]?.[2], `${name}: ${keys}`).toMatch(error);
    else expect(read[place]?.[2], `${name}: ${keys}`).toBe('');
  }
}
