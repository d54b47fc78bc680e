import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';

let server: RunningServer;
let head: WireClient;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  head = await connect(server.url);
  await head.signIn(ADMIN, () => server.codeFor(ADMIN));
  head.actOn(String((await head.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
const section = () => page.getByRole('region', { name: 'Between bank and cash desk' });
const dialog = () => page.getByRole('dialog', { name: 'Between bank and cash desk' });
const button = (name: string) => section().getByRole('button', { name, exact: true });

describe('bank transfers (report.books)', () => {
  recordFailures(() => page);

  it('proposes a bank transfer with its slip number by keyboard alone', async () => {
    await journey.enter(BURSAR);
    await journey.open('report.books', 'Books');
    await told('Nothing is waiting for approval.');
    await button('Transfer cash').focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('textbox', { name: 'Amount (KES)' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('SLIP 2041');
    await page.keyboard.press('Enter');
    await told('must be an amount in KES with at most two decimals');
    await spotCheckScreen(page, 'between bank and desk, without an amount');
    // The first wrong field has the focus.
    await dialog().getByRole('textbox', { name: 'Amount (KES)' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1500', { delay: 60 });
    await page.keyboard.press('Enter');
    await told('Proposed. A second person must approve it.');
    await section()
      .getByText(/^From the cash desk to the bank, KES 1,500.00 · SLIP 2041/)
      .waitFor();
    await section().getByText('You proposed this, so a second person must approve it.').waitFor();
    expect(await button('Approve').count()).toBe(0);
    await dialog().waitFor({ state: 'detached' });
  });

  it('rejects a second bank transfer with the same slip number in another spelling', async () => {
    await button('Transfer cash').click();
    await dialog().getByRole('textbox', { name: 'Amount (KES)' }).fill('20');
    await dialog().getByRole('textbox', { name: 'Reference' }).fill('slip2041');
    await page.keyboard.press('Enter');
    await dialog().getByText('This slip was already used, or is waiting for approval.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('books a bank transfer once another person approves it', async () => {
    const amount = 700;
    await head.call('wallet/proposeBankTransfer', { way: 'to-desk', amount, reference: 'CHEQUE 88' });
    await page.reload();
    await section()
      .getByText(/^From the bank to the cash desk, KES 700.00 · CHEQUE 88/)
      .waitFor();
    await checkScreen(page, 'between bank and desk, to be approved');
    await button('Approve').click();
    await told('KES 700.00 was transferred in the books');
    await section().getByText('CHEQUE 88').waitFor({ state: 'detached' });
    await section().getByRole('link', { name: 'All bank account movements' }).click();
    await page.getByRole('heading', { level: 1, name: 'Movements: Bank account' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'CHEQUE 88' });
    await row.getByText('Between bank and cash desk').waitFor();
    await row.getByText('-700.00').waitFor();
    await checkScreen(page, 'what moved on the bank account');
    expect(journey.complaints).toEqual([]);
  });
});
