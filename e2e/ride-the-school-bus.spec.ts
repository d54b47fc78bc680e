import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getExceptions } from '@mfuko/contract/campus';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school; the first finger of the tray is its first student's.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4001';
const OTHER_NUMBER = '4012';
const FINGER = 1;
const PLATE = 'KCB 204K';
const HOME = { longitude: 34.7935, latitude: -0.1105 };
const SCHOOL = { longitude: 34.7534, latitude: -0.1012 };

let routing: Server;
let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let admin: WireClient;
let names: string;
const asked: string[] = [];
let routingWorks = true;

beforeAll(async () => {
  routing = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'application/json');
    const coordinates = [
      [34.7935, -0.1105],
      [34.781, -0.098],
      [34.766, -0.1],
      [34.7534, -0.1012],
    ];
    const route = { geometry: { type: 'LineString', coordinates }, distance: 5240, duration: 690 };
    response.end(JSON.stringify(routingWorks ? { code: 'Ok', routes: [route] } : { code: 'NoRoute', routes: [] }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => routing.once('listening', resolve));
  const routingUrl = `http://127.0.0.1:${(routing.address() as AddressInfo).port}`;
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url, MAP_ROUTING_URL: routingUrl });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  journey = await openJourney(server, HOME);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
  routing?.close();
});

const open: Journey['open'] = (path, title) => journey.open(path, title);

const told: Journey['told'] = (text) => journey.told(text);

const plate = () => page.locator('input[name=busNumberPlate]');
const newPlate = () => page.getByRole('dialog').getByRole('textbox', { name: 'Bus number plate' });
const number = () => page.getByRole('combobox', { name: 'Admission number' });

/** Puts the finger on, and lifts it once it was seen. */
async function putFinger(): Promise<void> {
  scanner.touch(FINGER);
  await told('Student fingerprint scanned successfully');
  scanner.lift();
}

/** The student's card appears a moment after the number, and must not push a button away from under a press. */
const placeOfButton = async () => (await page.getByRole('button', { name: 'On Bus' }).boundingBox())?.y;

/** The list above disappears when the field loses the focus, and must not move a button away from under a press. */
async function isPressed(): Promise<void> {
  const button = page.getByRole('button', { name: 'On Bus' });
  await button.evaluate((it) => it.addEventListener('click', () => (it.dataset.pressed = 'yes'), { once: true }));
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2, { delay: 80 });
  await expect.poll(() => button.evaluate((it) => it.dataset.pressed)).toBe('yes');
}

async function liesAboveButtons(list: Locator): Promise<void> {
  const button = page.getByRole('button', { name: 'On Bus' });
  // The list is positioned a moment after it is rendered.
  const room = async () => {
    const [above, below] = [await list.boundingBox(), await button.boundingBox()];
    return above && below ? below.y - above.y - above.height : Number.NaN;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
}

describe('rides on the school bus', () => {
  recordFailures(() => page);

  it('adds a bus, rejects an invalid number plate, and undoes the deletion of a bus', async () => {
    await journey.enter(BURSAR);
    await open('school.bus.view', 'Buses');
    await told('KDG 417M');
    await checkScreen(page, 'buses');
    await page.getByRole('button', { name: 'Add bus' }).click();
    await newPlate().fill('K/1');
    await page.getByRole('textbox', { name: 'Label' }).fill('Nyalenda – Milimani');
    await page.getByRole('dialog').getByRole('button', { name: 'Add bus' }).click();
    await told('Use letters and digits, such as KDA 123A');
    await checkScreen(page, 'add bus, refused');
    await newPlate().fill('kcb 204k');
    await page.getByRole('dialog').getByRole('button', { name: 'Add bus' }).click();
    await told('Bus was added successfully');
    await told(PLATE);
    await page.getByRole('button', { name: /^Delete KDG 417M/ }).click();
    await page.getByRole('button', { name: 'Delete bus' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await told('Bus was restored');
  });

  it('boards a student by finger, and rejects an unknown bus and a second boarding', async () => {
    names = await fingerEnrolled();
    await open('school.bus.enter', 'Enter School bus');
    await number().fill(NUMBER);
    await told(names);
    await checkScreen(page, 'enter school bus');
    await putFinger();
    await page.locator('#content').getByRole('button', { name: 'Check In' }).click();
    await told('Bus number plate is required');
    await plate().fill('KZZ 999Z');
    await page.locator('#content').getByRole('button', { name: 'Check In' }).click();
    await told('The bus was not found.');
    await checkScreen(page, 'enter school bus, no such bus');
    await plate().fill('kcb204k');
    await page.locator('#content').getByRole('button', { name: 'Check In' }).click();
    await told('Student was checked in bus successfully');
    await expect.poll(() => number().inputValue()).toBe('');
    await number().fill(NUMBER);
    await putFinger();
    await page.locator('#content').getByRole('button', { name: 'Check In' }).click();
    await told(/already aboard KCB 204K/);
    await checkScreen(page, 'enter school bus, aboard already');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('records a student off the bus by finger, and remembers the bus', async () => {
    await journey.context.setGeolocation(SCHOOL);
    await open('school.bus.exit', 'Exit School bus');
    await expect.poll(() => plate().inputValue()).toBe('kcb204k');
    await number().fill(NUMBER);
    await putFinger();
    await page.locator('#content').getByRole('button', { name: 'Check Out' }).click();
    await told('Student was checked out of bus successfully');
    await checkScreen(page, 'exit school bus');
  });

  it('finds a student by a misspelt name, and requires a reason for a ride that does not fit', async () => {
    await open('school.bus.kids', 'School Bus Roll Call');
    await page.locator('#content').getByRole('button', { name: 'On Bus' }).click();
    await told('Admission number is required');
    // By a misspelt name, with the keyboard alone; neither list covers the buttons.
    const place = await placeOfButton();
    await number().fill(`${names.slice(0, 4)}${names.slice(5)}`);
    await page.getByRole('option', { name: names }).waitFor();
    await liesAboveButtons(page.getByRole('listbox'));
    await checkScreen(page, 'roll call, by name');
    await isPressed();
    await number().focus();
    await page.getByRole('option', { name: names }).waitFor();
    await number().press('ArrowDown');
    await number().press('ArrowUp');
    await number().press('Enter');
    await expect.poll(() => number().inputValue()).toBe(NUMBER);
    await told(names);
    expect(await placeOfButton()).toBe(place);
    await plate().fill('');
    await page.getByRole('option', { name: 'KDG 417M' }).waitFor();
    await liesAboveButtons(page.getByRole('listbox'));
    await plate().fill('kcb204k');
    await number().fill(OTHER_NUMBER);
    await page.locator('#content').getByRole('button', { name: 'Off Bus' }).click();
    await told('This does not match the last record');
    await page.getByLabel('Reason').fill('Boarded unseen');
    await page.getByRole('button', { name: 'Record anyway' }).click();
    await told('Student was checked off bus successfully');
    await number().fill(OTHER_NUMBER);
    await page.locator('#content').getByRole('button', { name: 'On Bus' }).click();
    await told('Student was checked on bus successfully');
    await told(/^On bus KCB 204K/);
    await checkScreen(page, 'roll call');
  });

  it('keeps an offline boarding on the device, and sends it when the network is back', async () => {
    await number().fill('4013');
    await journey.context.setOffline(true);
    await told('There is no network: 0 not sent yet');
    await page.locator('#content').getByRole('button', { name: 'On Bus' }).click();
    await told('Recorded, not verified');
    await told('There is no network: 1 not sent yet');
    await expect.poll(() => number().inputValue()).toBe('');
    await checkScreen(page, 'roll call, no network');
    await journey.context.setOffline(false);
    await page.getByText('not sent yet').waitFor({ state: 'hidden' });
    const answer = async (path: string) => (await admin.call(path, { search: '4013' }, 'GET')).body;
    await expect.poll(() => answer('reports/busLatest')).toMatchObject([{ aboard: true, busNumberPlate: PLATE }]);
    // So short a gap is asked about as well where the server heard the account behind the press.
    const odd = async () =>
      (await admin.list(getExceptions, { search: '4013' })).filter(({ kind }) => kind !== 'offline-with-network');
    await expect.poll(odd).toMatchObject([{ kind: 'offline-unverified', detail: { event: 'on', method: 'attested' } }]);
    await open('report.trips', 'Bus Trips');
    await told('Under way');
    await checkScreen(page, 'bus trips');
  });

  it('shows the road route with distance and time on a map', async () => {
    await open('report.bus', 'Bus Route');
    await page.getByRole('searchbox', { name: /^Number, name, class or bus/ }).fill(NUMBER);
    await told(names);
    await checkScreen(page, 'bus route');
    await page.getByRole('button', { name: `View Route of ${names}` }).click();
    await page.getByRole('heading', { name: `${NUMBER} · ${names}` }).waitFor();
    await told('5.2 km on the road, about 12 min');
    expect(asked[0]).toBe('/route/v1/driving/34.7935,-0.1105;34.7534,-0.1012?overview=full&geometries=geojson');
    const map = page.getByRole('region', { name: 'Map of the route' });
    await expect.poll(async () => (await map.boundingBox())?.height).toBe(500);
    await expect.poll(() => map.locator('path').count()).toBeGreaterThan(2);
    for (const name of ['Start', 'End', 'Kisumu']) await map.getByText(name, { exact: true }).waitFor();
    // Its signs are texts: the page takes no markup from a library either.
    expect(await map.locator('.leaflet-control-zoom a').allTextContents()).toEqual(['+', '−']);
    expect(await map.locator('.leaflet-control-scale').textContent()).toMatch(/^\d+ k?m$/);
    expect(await map.locator('.leaflet-control-attribution').textContent()).toContain('not for navigation');
    await checkScreen(page, 'route on the map');
    await page.getByRole('button', { name: 'Zoom out' }).focus();
    for (let press = 0; press < 6; press++) await page.keyboard.press('Enter');
    await map.getByText('Nakuru', { exact: true }).waitFor();
    await checkScreen(page, 'route from afar');
  });

  it('says when the routing service did not answer, and when a ride has no end yet', async () => {
    routingWorks = false;
    await page.reload();
    await told(/the routing service did not answer/);
    await page.goto(`${server.url}/app/report.bus?route=${OTHER_NUMBER}`);
    await told('Still aboard');
    await told('The route appears once both ends are known.');
    await checkScreen(page, 'route, still aboard');
    // Failed requests while the network was away are the browser's own words.
    expect(journey.complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
  });
});

/** Waits until the demo school has the first student's finger; says what the student is called. */
async function fingerEnrolled(): Promise<string> {
  const student = async () => (await admin.call('check/getStudent', { admissionNumber: NUMBER }, 'GET')).body;
  await expect
    .poll(async () => (await student()).hasFingerprint, {
      timeout: 120_000,
      interval: 200,
      message: 'a finger of the demo school',
    })
    .toBe(true);
  return String((await student()).names);
}
