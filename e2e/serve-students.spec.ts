import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const COOK = '254711222333';

let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', POS_MODE: 'true' });
  const office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  const { body: schools } = await office.call('school/viewSchools', {}, 'GET');
  office.actOn(String(schools[0]?.sysid));
  const cook = { phoneNumber: COOK, email: 'mpishi@example.com', firstName: 'Mama', lastNames: 'Mpishi' };
  const password = 'githeri-na-chapati';
  const made = await office.call('school/createCheckAgent', {
    ...cook,
    password,
    confirmPassword: password,
    duties: ['canteen'],
  });
  expect(made.status).toBe(200);
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

/** The lowest height of the buttons and fields that are shown, below `within`. */
function lowest(within: string): Promise<number> {
  return page.evaluate((where) => {
    const all = [...document.querySelectorAll(`${where} :is(button, input[type="text"], input:not([type]))`)];
    const shown = all.map((each) => each.getBoundingClientRect().height).filter((height) => height > 0);
    return Math.min(...shown);
  }, within);
}

describe('device for serving students', () => {
  recordFailures(() => page);

  it('opens the canteen without a menu for a cook, and charges nothing offline', async () => {
    await journey.signIn(COOK);
    await page.waitForURL('**/app/school.menu.consume');
    await page.getByRole('button', { name: 'Next' }).waitFor();
    await page.getByRole('option', { name: 'Githeri' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(0);
    expect(await lowest('main')).toBeGreaterThanOrEqual(60);
    await checkScreen(page, 'counter of a serving device');
    await page.getByRole('option', { name: 'Githeri' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Admission number').waitFor();
    expect(await lowest('main')).toBeGreaterThanOrEqual(60);
    for (const digit of '4001') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByText('Grade', { exact: false }).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('No network').first().waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('No network: nothing was charged').first().waitFor();
    await checkScreen(page, 'counter without a network');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
  });

  it('opens the gate for a bursar, with its own sheet of keys', async () => {
    await journey.signIn(BURSAR);
    await page.waitForURL('**/app/checkin.fingerprint');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await lowest('body')).toBeGreaterThanOrEqual(60);
    await checkScreen(page, 'gate of a serving device');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Gate shortcuts' }).waitFor();
    await checkScreen(page, 'keys of the gate');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('F2');
    await page.waitForURL('**/app/checkout.fingerprint');
    const scanner = (text: string) => /WebSocket|ERR_CONNECTION_REFUSED/.test(text);
    expect(journey.complaints.filter((text) => !scanner(text))).toEqual([]);
  });
});
