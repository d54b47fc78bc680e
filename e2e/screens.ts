import type { Page } from 'playwright-core';
import { glimpseOf, lookAt } from './looks.ts';
import type { Visit } from './visit.ts';

/** Screens of the lean entry, which the gate's own journeys look at. */
const LEAN = /check(in|out)\.(fingerprint|pin)$/;
/** The menu's longest section: half of a school's screens. */
export const MANAGEMENT = 'MANAGEMENT';

/** What the menu offers: the addresses by the section that they stand in, every group opened. */
export async function offered(page: Page): Promise<Map<string, string[]>> {
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link').first().waitFor();
  const closed = menu.locator('button[aria-expanded=false]');
  while ((await closed.count()) > 0) await closed.first().click();
  const links = await menu
    .locator('a[href^="/app/"]')
    .evaluateAll((found) =>
      found.map((link) => [
        link.closest('section')?.querySelector('h2')?.textContent ?? '',
        link.getAttribute('href')?.split('?')[0] ?? '',
      ]),
    );
  const sections = new Map<string, string[]>();
  for (const [section = '', address = ''] of links) {
    if (LEAN.test(address)) continue;
    const known = sections.get(section) ?? [];
    if (!known.includes(address)) sections.set(section, [...known, address]);
  }
  return sections;
}

/** A screen in order: filled, and where it is a list also without a match and where the server fails. */
export async function lookThrough(visit: Visit, server: string, address: string): Promise<void> {
  const { page } = visit;
  const name = address.replace('/app/', '');
  await page.goto(server + address);
  await arrived(page);
  await lookAt(page, name);
  if (!(await isList(page))) return;
  await page.goto(`${server}${address}?search=zzzzqqqq`);
  await arrived(page);
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
  await page.goto(server + address);
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  await glimpseOf(page, `${name}, failed`, 'dark');
  await page.unrouteAll({ behavior: 'wait' });
  visit.complaints.splice(told);
}

/** The screen has its title and everything that it asked for. */
async function arrived(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
}

/** Whether the screen that is open is a list that can be searched. */
function isList(page: Page): Promise<boolean> {
  return page.locator('section[aria-label] input[type=search], input[role=searchbox]').first().isVisible();
}
