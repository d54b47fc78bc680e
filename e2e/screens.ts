import type { Page } from 'playwright-core';
import type { Journey } from './journey.ts';
import { checkScreenVariants, spotCheckTheme } from './looks.ts';

/** Screens of the lean entry, which have their own journeys. */
const LEAN = /(check((in|out)\.(fingerprint|pin)|\.(rollcall|trip|cash))|menu\.consume)$/;
/** The menu's longest section: half of a school's screens. */
export const MANAGEMENT = 'MANAGEMENT';

/** Returns the addresses that the menu offers, by section, with every group opened. */
export async function readMenu(page: Page): Promise<Map<string, string[]>> {
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

/** Picks the first school, for an Admin whose screens concern one school. */
export async function pickSchool(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('combobox', { name: 'School' }).first().click();
  await page.getByRole('option').first().click();
}

/**
 * Checks screens one after the other in the menu's order: with data, in each language, on the wide screen, a phone, a tablet and at 200
 * %; a list also without a match and, opened at its address, with a failing server. The console is already open.
 */
export async function checkScreens(journey: Journey, server: string, addresses: readonly string[]): Promise<void> {
  const { page } = journey;
  const lists: string[] = [];
  for (const address of addresses) {
    await follow(page, address);
    await checkScreenVariants(page, nameOf(address));
    if (!(await isList(page))) continue;
    lists.push(address);
    await follow(page, `${address}?search=zzzzqqqq`);
    await page.getByText('Nothing matches').first().waitFor();
    await waitForScreen(page);
    await spotCheckTheme(page, `${nameOf(address)}, no match`, 'light');
  }
  // Failed calls that the browser logs are provoked here.
  const told = journey.complaints.length;
  await page.route(
    '**/api/{school,student,wallet,check,reports,notifications,messages,reminders,program}/**',
    (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"code":"500","message":"Something went wrong on our side.","problem":"server.fault","detail":{}}',
      }),
  );
  for (const address of lists) {
    await page.goto(server + address);
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await spotCheckTheme(page, `${nameOf(address)}, failed`, 'dark');
  }
  await page.unrouteAll({ behavior: 'wait' });
  journey.complaints.splice(told);
}

const nameOf = (address: string) => address.replace('/app/', '');

/**
 * Opens a screen as a link of the console does: the page stays, and with it axe, whose results for earlier screens speed up the next
 * check. A screen is open once its title has changed.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    if (location.pathname !== to.split('?')[0]) document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
  }, address);
  await page.locator('h1:not([data-left])').first().waitFor();
  await waitForScreen(page);
}

/** Waits until the screen has its title and all requested data. */
export async function waitForScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
}

/** Returns true if the open screen is a searchable list. */
function isList(page: Page): Promise<boolean> {
  return page.locator('section[aria-label] input[type=search], input[role=searchbox]').first().isVisible();
}
