import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookThrough, offered } from './screens.ts';
import { type RunningServer, startServer } from './server.ts';
import { keepFailures, openVisit, type Visit } from './visit.ts';

// The three people of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  visit = await openVisit(server);
  ({ page } = visit);
});
afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

async function pickSchool(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('combobox', { name: 'School' }).first().click();
  await page.getByRole('option').first().click();
}

describe('every screen', () => {
  keepFailures(() => page);
  /** What a school's own walks look at. */
  const ofSchools = new Set<string>();

  it('logs out whoever opens a screen of another role, and leads an unknown address to the sign-in', async () => {
    await visit.signIn(BURSAR);
    for (const address of [...(await offered(page)).values()].flat()) ofSchools.add(address);
    await page.goto(`${server.url}/app/school.add`);
    await page.getByLabel('Phone number').waitFor();
    expect(
      await page.evaluate(() => ['session', 'role', 'userName'].map((name) => localStorage.getItem(name))),
    ).toEqual([null, null, null]);
    await page.goto(`${server.url}/no/such/screen`);
    await page.getByLabel('Phone number').waitFor();
  });

  it('of the platform is in order too', async () => {
    await visit.signIn(ADMIN);
    expect(new URL(page.url()).pathname).toBe('/app/dashboard');
    await pickSchool();
    for (const address of [...(await offered(page)).values()].flat())
      if (!ofSchools.has(address)) await lookThrough(visit, server.url, address);
  }, 400_000);

  it('of an agent’s duty is what an agent is offered', async () => {
    const guard = await openVisit(server);
    try {
      await guard.signIn(GUARD);
      expect(new URL(guard.page.url()).pathname).toBe('/app/checkin.fingerprint');
      await guard.page.goto(`${server.url}/app/my.profile`);
      const addresses = [...(await offered(guard.page)).values()].flat();
      expect(addresses.sort()).toEqual(['/app/check.dash', '/app/my.profile']);
    } finally {
      await guard.close();
    }
  });
});
