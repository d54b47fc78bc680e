import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glimpseOf, lookAt } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';
import { keepFailures, openVisit, type Visit } from './visit.ts';

// The three people of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let visit: Visit;
let page: Page;
/** What was looked at. */
const seen: string[] = [];

beforeAll(async () => {
  server = await startServer({ SEED: 'demo', SCANNER_URL: 'ws://127.0.0.1:9' });
  visit = await openVisit(server);
  ({ page } = visit);
});
afterAll(async () => {
  await visit?.close();
  await server?.stop();
});

/** Screens of the lean entry, which the gate's own journeys look at. */
const LEAN = /check(in|out)\.(fingerprint|pin)$/;

/** The addresses of what the menu offers, every group opened. */
async function offered(at: Page = page): Promise<string[]> {
  const menu = at.getByRole('navigation').first();
  await menu.getByRole('link').first().waitFor();
  const closed = menu.locator('button[aria-expanded=false]');
  while ((await closed.count()) > 0) await closed.first().click();
  const links = await menu.locator('a[href^="/app/"]').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(addresses.map((address) => address?.split('?')[0] ?? ''))];
}

/** Opens a screen, and waits until it has its title and everything that it asked for. */
async function open(address: string, search = ''): Promise<void> {
  await page.goto(`${server.url}${address}${search}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
}

/** Whether the screen that is open is a list that can be searched. */
const isList = () => page.locator('section[aria-label] input[type=search], input[role=searchbox]').first().isVisible();

async function pickSchool(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('combobox', { name: 'School' }).first().click();
  await page.getByRole('option').first().click();
}

describe('every screen', () => {
  keepFailures(() => page);

  it('of a school is in order in both themes and sizes, filled, without a match, and where the server fails', async () => {
    await visit.signIn(BURSAR);
    for (const address of await offered()) if (!LEAN.test(address)) await lookThrough(address);
  }, 400_000);

  it('logs out whoever opens a screen of another role, and leads an unknown address to the sign-in', async () => {
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
    const ofSchools = new Set(seen);
    for (const address of await offered())
      if (!LEAN.test(address) && !ofSchools.has(address)) await lookThrough(address);
  }, 400_000);

  it('of an agent’s duty is what an agent is offered', async () => {
    const guard = await openVisit(server);
    try {
      await guard.signIn(GUARD);
      expect(new URL(guard.page.url()).pathname).toBe('/app/checkin.fingerprint');
      await guard.page.goto(`${server.url}/app/my.profile`);
      const addresses = await offered(guard.page);
      expect(addresses.filter((address) => !LEAN.test(address)).sort()).toEqual(['/app/check.dash', '/app/my.profile']);
    } finally {
      await guard.close();
    }
  });
});

async function lookThrough(address: string): Promise<void> {
  const name = address.replace('/app/', '');
  seen.push(address);
  await open(address);
  await lookAt(page, name);
  if (!(await isList())) return;
  await open(address, '?search=zzzzqqqq');
  await page.getByText('Nothing matches').first().waitFor();
  await glimpseOf(page, `${name}, no match`, 'light');
  // What the browser was told of failing calls is what this provokes.
  const told = visit.complaints.length;
  await page.route('**/api/{school,student,wallet,check,reports,notifications,messages}/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"code":"500","message":"Something went wrong on our side.","problem":"server.fault","detail":{}}',
    }),
  );
  await page.goto(`${server.url}${address}`);
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  await glimpseOf(page, `${name}, failed`, 'dark');
  await page.unrouteAll({ behavior: 'wait' });
  visit.complaints.splice(told);
}
