import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreens, pickSchool, readMenu } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';

// The three people of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

describe('screens of the platform and of an agent', () => {
  recordFailures(() => page);
  /** Screens of schools, which the walks of a school look at. */
  const ofSchools = new Set<string>();

  it('logs out at a screen of another role, and leads an unknown address to the sign-in', async () => {
    await journey.signIn(BURSAR);
    for (const address of [...(await readMenu(page)).values()].flat()) ofSchools.add(address);
    await page.goto(`${server.url}/app/school.add`);
    await page.getByLabel('Phone number').waitFor();
    expect(
      await page.evaluate(() => ['session', 'role', 'userName'].map((name) => localStorage.getItem(name))),
    ).toEqual([null, null, null]);
    await page.goto(`${server.url}/no/such/screen`);
    await page.getByLabel('Phone number').waitFor();
  });

  it('keeps the language that was chosen on the sign-in screen through a reload', async () => {
    await page.getByRole('button', { name: /^SW: / }).click();
    await page.getByLabel('Nambari ya simu').waitFor();
    await page.reload();
    await page.getByLabel('Nambari ya simu').waitFor();
    await page.getByRole('button', { name: /^EN: / }).click();
    await page.getByLabel('Phone number').waitFor();
  });

  it('shows every screen of the platform without a fault, in each size, theme and language', async () => {
    await journey.signIn(ADMIN);
    await page.waitForURL('**/app/dashboard');
    await pickSchool(page);
    const screens = [...(await readMenu(page)).values()].flat();
    await checkScreens(
      journey,
      server.url,
      screens.filter((address) => !ofSchools.has(address)),
    );
  }, 400_000);

  it('offers a guard the check dashboard, this device and the profile only', async () => {
    const guard = await openJourney(server);
    try {
      await guard.signIn(GUARD);
      await guard.page.waitForURL('**/app/checkin.fingerprint');
      await guard.page.goto(`${server.url}/app/my.profile`);
      const addresses = [...(await readMenu(guard.page)).values()].flat();
      expect(addresses.sort()).toEqual(['/app/check.dash', '/app/device.this', '/app/my.profile']);
    } finally {
      await guard.close();
    }
  });
});
