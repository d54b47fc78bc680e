import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStkCallback } from '../apps/server/src/gateways/payments/index.ts';
import { type Merchant, openMerchant, PHONE } from '../apps/simulators/src/mpesa/merchant.testkit.ts';
import { launchChromium } from './browser.ts';
import { recordFailures } from './journey.ts';
import { spotCheckScreen } from './looks.ts';

let merchant: Merchant;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  merchant = await openMerchant({ clock: undefined });
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  // The console says on its root which colours it shows; this page has no root to say it.
  await page.addInitScript(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const say = () => {
      document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
    };
    dark.addEventListener('change', say);
    addEventListener('DOMContentLoaded', say);
  });
});
afterAll(async () => {
  await browser?.close();
  await merchant?.close();
});

const told = (text: string) => page.getByText(text).first().waitFor();
const PATIENCE = { timeout: 30_000 };
const codes = () => merchant.at('/hooks/stk/p1').map((body) => readStkCallback(body)?.code);

describe('simulated phones', () => {
  recordFailures(() => page);

  it('show an STK push and accept the PIN', async () => {
    await merchant.register();
    await page.goto(`${merchant.simulator.url}/simulator/handset`);
    await told('No phone is being asked.');
    await merchant.prompt();
    await told('Do you want to pay KES 150.00 to Paybill 512345 account no. 4417?');
    await spotCheckScreen(page, 'handset');
    await page.getByLabel('M-PESA PIN').fill('1234');
    await page.keyboard.press('Enter');
    await expect.poll(codes, PATIENCE).toEqual(['0']);
    await expect.poll(() => merchant.at('/hooks/c2b/c').length, PATIENCE).toBe(1);
  });

  it('cancel or ignore an STK push, and do not answer while switched off', async () => {
    for (const [count, button] of ['Cancel', 'Ignore', 'Switch off'].entries()) {
      // The same amount twice in two minutes would be refused.
      await merchant.prompt(BigInt(count + 1) * 100n);
      await page.getByRole('button', { name: button, exact: true }).click();
      await told('No phone is being asked.');
    }
    await expect.poll(codes, PATIENCE).toEqual(['0', '1032', '1019', '1037']);
    await page.getByRole('button', { name: `${PHONE} is Off: switch on` }).click();
    await page.getByRole('button', { name: `${PHONE} is On: switch off` }).waitFor();
  });

  it('send a C2B payment to a paybill', async () => {
    await page.getByRole('region', { name: 'Pay a bill by hand' }).getByLabel('Paybill').fill('512345');
    await page.getByLabel('Account number').fill('4417');
    await page.getByLabel('Amount (KES)').fill('200');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect.poll(() => merchant.at('/hooks/c2b/c').length, PATIENCE).toBe(2);
    expect(complaints).toEqual([]);
  });
});
