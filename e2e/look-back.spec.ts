import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';

let server: RunningServer;
let bursar: Journey;
let admin: Journey;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  bursar = await openJourney(server);
  admin = await openJourney(server);
});
afterAll(async () => {
  await bursar?.close();
  await admin?.close();
  await server?.stop();
});

const history = (page: Page) => page.getByRole('region', { name: 'History' });

describe('history of a menu item', () => {
  recordFailures(() => bursar.page);

  it('shows a changed price in the history of a menu item', async () => {
    const { page } = bursar;
    await bursar.enter(BURSAR);
    await bursar.open('school.menu.view', 'View Menu');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await page.getByLabel('Price (KES)').fill('95.50');
    await page.getByLabel('Description').fill('With beef from Kajiado');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await history(page)
      .getByText(/^Changed by /)
      .waitFor();
    await expect.poll(() => history(page).getByText('95.50').count()).toBe(1);
    await checkScreen(page, 'history of a menu item');
  });

  it('shows the history of a menu item in Kiswahili', async () => {
    const { page } = bursar;
    await page.evaluate(() => localStorage.setItem('language', 'sw'));
    await page.reload();
    await page
      .getByRole('region', { name: 'Historia' })
      .getByText(/^Imebadilishwa na /)
      .waitFor();
    await spotCheckScreen(page, 'history of a menu item, Kiswahili');
    expect(bursar.complaints).toEqual([]);
  });
});

describe('API description', () => {
  recordFailures(() => admin.page);

  it('finds a call by words, shows its input and answer, and downloads the OpenAPI file', async () => {
    const { page } = admin;
    await admin.enter(ADMIN);
    await admin.open('api.docs', 'API description');
    await page.getByLabel('Path, words or role').fill('history');
    await page.getByText('/api/reports/getHistory').click();
    await page.getByRole('table', { name: 'Takes' }).getByText('"menu-item"').waitFor();
    await page.getByRole('table', { name: 'Answers' }).getByText('changes[].field').waitFor();
    await checkScreen(page, 'API description, one call');
    await page.getByLabel('Path, words or role').fill('zebra crossing');
    await page.getByText('Nothing matches').waitFor();
    await spotCheckScreen(page, 'API description, nothing matches');
    await page.getByLabel('Path, words or role').fill('');
    await page.getByText('/api/auth/token').waitFor();
    await checkScreen(page, 'API description');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download OpenAPI' }).click();
    expect((await file).suggestedFilename()).toBe('openapi.json');
    expect(admin.complaints).toEqual([]);
  });
});
