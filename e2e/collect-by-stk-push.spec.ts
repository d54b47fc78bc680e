import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { spotCheckScreen, spotCheckTheme } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4007';

let server: RunningServer;
let journey: Journey;
let page: Page;
/** The simulated customers' phones. */
let phones: Page;

beforeAll(async () => {
  const simulator = await aFreePort();
  server = await startServer({ SEED: 'demo', DARAJA_SIMULATOR_PORT: String(simulator) });
  journey = await openJourney(server);
  ({ page } = journey);
  phones = await journey.context.newPage();
  await phones.goto(`http://127.0.0.1:${simulator}/simulator/handset`);
  await phones.getByText('No phone is being asked.').waitFor();
  // Chromium draws a page behind another one once a second.
  await page.bringToFront();
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

async function aFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Asks the guardians of ten students for so much. */
async function askMany(amount: string): Promise<void> {
  await journey.open('student.view?search=401', 'Students');
  await page.getByRole('button', { name: '4011', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await journey.told('10 selected');
  await page.getByRole('button', { name: 'Ask by M-Pesa' }).click();
  await page.getByRole('dialog').getByLabel('Amount (KES, whole shillings)').fill(amount);
  await page.getByRole('dialog').getByRole('button', { name: 'Send the requests' }).click();
}

describe('collection by STK push', () => {
  recordFailures(() => page);

  it('registers the callback addresses of a school with M-Pesa', async () => {
    const office = await openJourney(server);
    try {
      await office.enter(ADMIN);
      await office.open('config.add', 'Set Config');
      await office.page.getByRole('main').getByRole('combobox', { name: 'School' }).click();
      await office.page.getByRole('option', { name: 'DEMO' }).click();
      await office.page.getByRole('button', { name: 'Register addresses' }).click();
      await office.told('M-Pesa answered 0: Success');
      await office.told('SMS provider addresses');
      await spotCheckScreen(office.page, 'addresses at M-Pesa');
      expect(office.complaints).toEqual([]);
    } finally {
      await office.close();
    }
  });

  it("opens the STK push form from the student's page", async () => {
    await journey.enter(BURSAR);
    await page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    await page.getByRole('link', { name: 'Ask by M-Pesa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Upload Pocket Money' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Send to' }).getByRole('radio').first().waitFor();
  });

  it('fills a whole amount into the STK push form', async () => {
    await page.getByLabel('Amount (KES, whole shillings)').fill('250');
    await spotCheckScreen(page, 'ask by M-Pesa');
  });

  it('credits the wallet once the guardian has entered the PIN for the STK push', async () => {
    await page.getByRole('button', { name: 'Send the request' }).dblclick();
    await journey.told('Waiting for the guardian');
    expect(await page.getByText('This phone was sent a prompt').count()).toBe(0);
    // The phone shows the STK push for a minute: no checks of the look meanwhile.
    await phones.getByText(`account no. ${NUMBER}?`).first().waitFor();
    await phones.getByLabel('M-PESA PIN').fill('1234');
    await phones.keyboard.press('Enter');
    await journey.told(/KES 250\.00 is in the wallet of/);
    const receipt = /receipt (\w{10})/.exec(await page.getByText('M-Pesa receipt').first().innerText())?.[1] ?? '';
    expect(receipt).toMatch(/^[A-Z0-9]{10}$/);
    await spotCheckScreen(page, 'ask by M-Pesa, paid');
    await page.goto(`${server.url}/app/student.balances?view=${NUMBER}`);
    await page.getByRole('dialog').getByText(receipt).first().waitFor();
    await page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    const card = page.getByRole('region', { name: 'M-Pesa', exact: true });
    await card.getByText(new RegExp(`${receipt}.*2547`)).waitFor();
    await card.getByText('Paid', { exact: true }).waitFor();
  });

  it('shows that the guardian cancelled the STK push', async () => {
    await page.goto(`${server.url}/app/student.upload.money?by=mpesa&admissionNumber=${NUMBER}`);
    await page.getByLabel('Another number').check();
    await page.getByRole('textbox', { name: 'Phone number' }).fill('0711 223 344');
    await page.getByLabel('Amount (KES, whole shillings)').fill('100');
    await page.keyboard.press('Enter');
    await journey.told('Waiting for the guardian');
    await phones.getByRole('button', { name: 'Cancel', exact: true }).first().click();
    await journey.told('The guardian cancelled the request on the phone.');
    await spotCheckTheme(page, 'ask by M-Pesa, cancelled', 'dark');
  });

  it('sends each of ten STK pushes once, despite a lost answer and a reload halfway', async () => {
    const before = journey.complaints.length;
    const asked: string[] = [];
    const middle = Promise.withResolvers<void>();
    await page.route('**/wallet/requestPayment', async (route) => {
      const place = asked.push(String(route.request().postDataJSON().admissionNumber));
      if (place === 5) {
        // The call reaches the server, and its page is closed before the answer.
        await route.fetch();
        return middle.resolve();
      }
      if (place !== 3) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await askMany('50');
    await middle.promise;
    await spotCheckScreen(page, 'ask many by M-Pesa, an answer lost');
    await page.reload();
    await askMany('50');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('10 of 10 asked').waitFor();
    await dialog.getByText('0 paid, 10 waiting, 0 not paid').waitFor();
    expect([asked.length, new Set(asked).size]).toEqual([10, 10]);
    expect(await dialog.getByText(/Already asked at .*; not asked again/).count()).toBe(5);
    await spotCheckScreen(page, 'ask many by M-Pesa');
    await page.unrouteAll();
    journey.complaints.splice(before);
  });

  it('lists paid and cancelled STK pushes, and finds no difference from M-Pesa', async () => {
    await journey.open(`payments.view?search=${NUMBER}`, 'Payments');
    await page.getByRole('row').filter({ hasText: 'Cancelled' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'Paid' }).filter({ hasText: '250.00' }).waitFor();
    await spotCheckTheme(page, 'M-Pesa payments', 'dark');
    await page.getByRole('button', { name: 'Compare with M-Pesa now' }).click();
    await journey.told('Added here: 0, put in suspense: 0, not matching: 0.');
    expect(journey.complaints).toEqual([]);
  });
});
