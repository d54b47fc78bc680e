import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// A student of the demo school, whose finger in the scanner's tray is the third, and the PIN of all of them.
const BURSAR = '254700000002';
const NUMBER = '4003';
const OWN = 3;
const PIN = '274951';
/** Somebody else, who buys several things at once. */
const OTHER = '4006';

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const open: Journey['open'] = (path, title) => journey.open(path, title);

const told: Journey['told'] = (text) => journey.told(text);

/** On a small phone, with the form scrolled to its end. */
async function outcomeStaysInSight(): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 600 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  const place = await page.getByText('2 × Samosa (left: 0)').first().boundingBox();
  expect(place?.y).toBeGreaterThanOrEqual(0);
  expect(place?.y).toBeLessThan(200);
  if (before) await page.setViewportSize(before);
}

describe('sale of lunch', () => {
  recordFailures(() => page);

  it('adds a menu item, and rejects an invalid quantity and a duplicate name', async () => {
    await journey.enter(BURSAR);

    await open('school.add.menu', 'New Menu Item');
    await page.getByLabel('Quantity per person').fill('0');
    await page.getByRole('button', { name: 'Complete' }).click();
    await told('must be a whole number from 1 to 100');
    await checkScreen(page, 'new menu item, refused');
    await page.getByLabel('Item name').fill('Samosa');
    await page.getByLabel('Quantity per person').fill('2');
    await page.getByLabel('Price (KES)').fill('20');
    await page.getByLabel('Description').fill('Two with beef');
    await page.getByRole('button', { name: 'Complete' }).click();
    await told('Menu was created successfully');
    await page.getByLabel('Item name').fill('Samosa');
    await page.getByRole('button', { name: 'Complete' }).click();
    await told('The menu already has an item with that name.');
  });

  it('changes a menu item, and undoes its removal from the menu', async () => {
    await open('school.menu.view', 'View Menu');
    await told('Githeri');
    await checkScreen(page, 'menu');
    await page.getByRole('button', { name: 'Edit Samosa' }).click();
    await page.getByRole('dialog').getByLabel('Price (KES)').fill('25');
    await checkScreen(page, 'menu, edit');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await told('Menu was updated successfully');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'View Samosa' }).click();
    await page.getByRole('dialog').getByText('25.00', { exact: true }).waitFor();
    await checkScreen(page, 'menu, item');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete Samosa' }).click();
    await told('Samosa was taken off the menu');
    await page.getByRole('button', { name: 'View Samosa' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'View Samosa' }).waitFor();
  });

  it('serves portions by finger and by PIN, and no more than the daily limit', async () => {
    await open('school.menu.consume', 'No menu item selected');
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Please select a valid menu item.');
    await checkScreen(page, 'consume menu, no item');
    await page.getByRole('button', { name: 'Plates today and tomorrow' }).click();
    await page.getByRole('region', { name: 'Not yet eaten today' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('region', { name: /^Plates for tomorrow, / }).waitFor();
    await checkScreen(page, 'consume menu, plates');
    await page.getByRole('button', { name: 'Plates today and tomorrow' }).click();
    await page.getByRole('combobox', { name: 'Menu item' }).fill('samo');
    await page.getByRole('option', { name: 'Samosa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Samosa' }).waitFor();
    await checkScreen(page, 'consume menu, item');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Scan student fingerprint to proceed');
    await checkScreen(page, 'consume menu, no finger');
    // The next student, by the keypad: no more digits of the one who waits for a finger.
    for (const digit of OTHER) await page.getByRole('button', { name: digit, exact: true }).click();
    expect(await page.getByLabel('Admission number').inputValue()).toBe(OTHER);
    await page.getByLabel('Admission number').fill(NUMBER);
    scanner.touch(OWN);
    await told('Student fingerprint scanned successfully');
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Item was consumed successfully');
    await told('Left for today: 1');
    await checkScreen(page, 'consume menu, served');
    await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe('');
    scanner.lift();

    await page.getByRole('button', { name: 'Use the PIN instead' }).click();
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Left for today: 0');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await page.getByRole('button', { name: 'Next' }).click();
    await told('Samosa: the limit is 2 a day, and this student has reached it.');
    await checkScreen(page, 'consume menu by PIN, refused');
  });

  it('sells several items at once, and reverses them as one sale', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Several items' }).click();
    await page.getByRole('button', { name: /Samosa KES/ }).click();
    await page.getByRole('button', { name: /Githeri KES/ }).click();
    await page.getByRole('region', { name: 'Items for the student' }).filter({ hasText: 'KES 85.00' }).waitFor();
    await page.getByLabel('Admission number').fill(OTHER);
    await page.getByRole('textbox', { name: 'Pin' }).fill(PIN);
    await checkScreen(page, 'consume menu, several items');
    await page.getByRole('button', { name: 'Next' }).click();
    await told('2 × Samosa (left: 0), 1 × Githeri (left: 0) · KES 85.00');
    await checkScreen(page, 'consume menu, several items served');
    await outcomeStaysInSight();
    const all = page.getByRole('listitem').filter({ hasText: OTHER });
    await all.getByRole('button', { name: /^Take back/ }).click();
    await all.getByText('Taken back', { exact: true }).waitFor();
  });

  it('lists the sale in menu tracking with a line for each item', async () => {
    await open('report.menu', 'Menu Tracking');
    await page.getByRole('row').filter({ hasText: 'Samosa' }).first().waitFor();
    await page.getByRole('region', { name: 'Not yet eaten today' }).getByRole('row').nth(1).waitFor();
    await checkScreen(page, 'menu tracking');
    await page.getByRole('searchbox', { name: 'Search by student, class or item' }).fill('samosa');
    // A sale has a line for each item.
    await told('3 entries');
    expect(journey.complaints).toEqual([]);
  });
});
