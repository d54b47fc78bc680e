import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { byHand, pressAt, scanOf } from './keys.ts';
import { checkScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school.
const BURSAR = '254700000002';
const PIN = '274951';
const NUMBER = '4007';
const OTHER = '4005';
const NOBODYS = '987654';

let server: RunningServer;
let journey: Journey;
let page: Page;
const sent: string[] = [];

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  journey = await openJourney(server);
  ({ page } = journey);
  page.on('request', (request) => {
    if (/wallet\/(deposit|cashOut)|check\/consume|item\/consume/.test(request.url())) sent.push(request.url());
  });
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const box = () => page.getByRole('combobox', { name: /^Admission number/ });
const amount = () => page.getByRole('textbox', { name: 'Amount (KES)' });
const pin = () => page.getByRole('textbox', { name: 'Pin' });
const question = () => page.getByRole('dialog', { name: /^Card of .* scanned: change student\?$/ });

/** The field shows this, once the page has rested. */
async function shows(field: ReturnType<typeof box>, text: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(text);
}

describe('card scanned into another field', () => {
  recordFailures(() => page);

  it('selects the student of a card scanned into the amount, and does not submit the amount', async () => {
    await journey.enter(BURSAR);
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await amount().focus();
    await pressAt(page, scanOf(NUMBER));
    await shows(box(), NUMBER);
    await shows(amount(), '');
    await told('Balance (KES)');
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await amount().focus();
    await pressAt(page, [...byHand('1500'), ['4', 1_600], ...scanOf(NUMBER.slice(1))]);
    await shows(box(), NUMBER);
    await shows(amount(), '1,500');
    expect(sent).toEqual([]);
  });

  it('asks before changing the student of a typed amount, and Enter keeps the student', async () => {
    await amount().focus();
    await pressAt(page, scanOf(OTHER));
    await question().waitFor();
    await shows(amount(), '1,500');
    await spotCheckTheme(page, 'card asks', 'light');
    await page.keyboard.press('Enter');
    await question().waitFor({ state: 'hidden' });
    await shows(box(), NUMBER);
    await shows(amount(), '1,500');

    await pressAt(page, scanOf(OTHER));
    await question().getByRole('button', { name: 'Change student' }).click();
    await question().waitFor({ state: 'hidden' });
    await shows(box(), OTHER);
    await shows(amount(), '1,500');
    expect(sent).toEqual([]);
  });

  it("reports a card of nobody while the question is open, and ignores the shown student's card", async () => {
    await amount().focus();
    await pressAt(page, scanOf(NUMBER));
    await question().waitFor();
    await pressAt(page, scanOf(NOBODYS));
    const nobody = page.getByRole('dialog', { name: `Card ${NOBODYS} belongs to nobody here` });
    await nobody.waitFor();
    await page.keyboard.press('Escape');
    await nobody.waitFor({ state: 'hidden' });
    await shows(box(), OTHER);
    await shows(amount(), '1,500');
    // The card of the student who is shown already changes nothing.
    await pressAt(page, scanOf(OTHER, 'Tab'));
    await shows(amount(), '1,500');
    expect(await question().count()).toBe(0);
  });

  it('takes a card that ends with Tab out of the PIN field', async () => {
    await journey.open('cashout.pin', 'Cash Out by Pin');
    await box().fill(NUMBER);
    await told('Balance (KES)');
    await amount().fill('20');
    await pin().focus();
    await pressAt(page, [...byHand(PIN.slice(0, 2)), ['4', 1_600], ...scanOf(OTHER.slice(1), 'Tab')]);
    await question().waitFor();
    await page.keyboard.press('Enter');
    await shows(pin(), PIN.slice(0, 2));
    await shows(amount(), '20');
    expect(sent).toEqual([]);
  });

  it('tells a scanned card from typed keys on a busy machine', async () => {
    const busy = await page.context().newCDPSession(page);
    await journey.open('cash.desk', 'Cash desk');
    await page.getByText('Pay in', { exact: true }).click();
    await busy.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await amount().focus();
    // The page is busy while the keys come, so that it gets them all at once.
    const blocked = page.evaluate(() => {
      const until = performance.now() + 600;
      while (performance.now() < until);
    });
    await pressAt(page, [...byHand('250', 150), ['4', 1_600], ...scanOf(NUMBER.slice(1), 'Enter', 15)]);
    await blocked;
    await shows(box(), NUMBER);
    await shows(amount(), '250');
    // Four digits by a fast hand and its Enter are an amount.
    await page.keyboard.press('ControlOrMeta+a');
    const hand = page.evaluate(() => {
      const until = performance.now() + 600;
      while (performance.now() < until);
    });
    await pressAt(page, [...byHand('1200', 40), ['Enter', 40]]);
    await hand;
    await page.getByRole('region', { name: 'Result' }).filter({ hasText: '1,200.00' }).waitFor();
    expect(sent).toHaveLength(1);
    await busy.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    sent.length = 0;
  });

  it('takes a card that may be cut short out of the amount, and asks to scan it again', async () => {
    await box().fill(NUMBER);
    await told('Balance (KES)');
    await amount().focus();
    await pressAt(page, [...byHand('50', 150), ['1', 1_600], ['2', 8], ['0', 62], ...scanOf('034', 'Enter', 8)]);
    await told('This looked like a card');
    await shows(amount(), '50');
    expect(sent).toEqual([]);
  });

  it('takes a card out of an amount field of a screen without a student', async () => {
    await journey.open('till', 'Till');
    const float = page.getByRole('textbox', { name: 'Float (KES)' });
    await float.focus();
    await pressAt(page, scanOf(NUMBER));
    await told('A card was scanned here');
    await shows(float, '');
  });

  it('shows the question about a scanned card without a fault', async () => {
    await journey.open('student.upload.money', 'Upload Pocket Money');
    await box().fill(NUMBER);
    await told('Balance (KES)');
    await amount().fill('500');
    await pressAt(page, scanOf(OTHER));
    await question().waitFor();
    await checkScreen(page, 'card question');
  });
});
