import type { Trip } from '@mfuko/contract/bus-trips';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen, checkScreenFully, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People and students of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PLATE = 'KCB 204K';
const EXPECTED = '4001';
const FORGOTTEN = '4012';
const PIN = '274951';

let server: RunningServer;
let journey: Journey;
let page: Page;
let admin: WireClient;
let bus: string;
let forgotten: string;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const made = await admin.call('school/createBus', { busNumberPlate: PLATE, label: 'Kondele' });
  bus = String((made.body as unknown as { sysid: string }).sysid);
  const of = async (admissionNumber: string) =>
    (await admin.call('student/getStudent', { admissionNumber }, 'GET')).body as unknown as {
      sysid: string;
      names: string;
    };
  const child = await of(FORGOTTEN);
  forgotten = child.names;
  expect((await admin.call('student/updateStudent', { sysid: child.sysid, checkPin: PIN })).status).toBe(200);
  journey = await openJourney(server);
  ({ page } = journey);
  await journey.enter(BURSAR);
});
afterAll(async () => {
  await journey?.close();
  await server?.stop();
});

it('creates a bus route with a stop and assigns a student to it', async () => {
  await journey.open('school.bus.routes', 'Bus Routes and Stops');
  await page.getByRole('button', { name: 'Add route' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add route' });
  await drawer.getByRole('textbox', { name: 'Route' }).fill('North');
  await drawer.getByRole('combobox', { name: 'Bus' }).click();
  await page.getByRole('option', { name: PLATE }).click();
  await drawer.getByRole('button', { name: 'Add stop' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Kondele');
  await drawer.getByLabel('Morning, to school').fill('06:40');
  await drawer.getByRole('button', { name: 'I am here: Kondele' }).click();
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Latitude' }).inputValue()).toBe('-1.29000');
  await spotCheckScreen(page, 'bus-route-new');
  await drawer.getByRole('button', { name: 'Add route' }).click();
  await journey.told('Route was added');
  await page.getByRole('button', { name: 'Edit North' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit route' });
  await edited.getByRole('combobox', { name: 'Admission number' }).fill(EXPECTED);
  await edited.getByRole('combobox', { name: 'Stop' }).click();
  await page.getByRole('option', { name: 'Kondele (06:40)' }).click();
  await edited.getByRole('button', { name: 'Assign', exact: true }).click();
  await journey.told('1 student was assigned');
  await edited.getByText('Students · 1').waitFor();
  await checkScreen(page, 'bus-route-edit');
});

atNight('shows both versions of a route that was changed concurrently, and saves the chosen one', async () => {
  const route = async () =>
    (await admin.call('school/getRoutes', {}, 'GET')).body[0] as unknown as { sysid: string; name: string };
  const { sysid } = await route();
  const drawer = page.getByRole('dialog', { name: 'Edit route' });
  await drawer.getByRole('textbox', { name: 'Route' }).fill('North, early');
  expect((await admin.call('school/updateRoute', { sysid, name: 'North, morning' })).status).toBe(200);
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await journey.told('Someone else changed this in the meantime');
  await spotCheckScreen(page, 'bus-route-changed');
  expect((await route()).name).toBe('North, morning');
  await page.getByRole('button', { name: 'Save the choices' }).click();
  await expect.poll(async () => (await route()).name).toBe('North, early');
});

const list = (name: string) => page.locator('details', { has: page.locator('summary', { hasText: name }) });
const counted = (name: string) => list(name).locator('summary span').first().textContent();
const closing = () => page.getByRole('region', { name: 'Close trip' });

it('opens a trip, and keeps an offline boarding through a reload until it is sent', async () => {
  await journey.open('check.trip', /^Bus Trip/);
  await page.getByLabel('Bus', { exact: true }).selectOption(PLATE);
  await page.getByRole('radio', { name: 'To school' }).check();
  await page.getByRole('button', { name: 'Open trip' }).click();
  await list('Missing')
    .getByRole('button', { name: /^On Bus/ })
    .click();
  await list('Aboard')
    .getByRole('button', { name: /^Off Bus/ })
    .waitFor();
  await journey.told('The office sees where this bus is while the trip is open.');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await journey.told('Online · 0 waiting');
  await journey.context.setOffline(true);
  await page.getByLabel('Admission number').fill(FORGOTTEN);
  await page.getByLabel('Admission number').press('Enter');
  await journey.told(/^Not on this trip’s list/);
  await journey.told('Offline: 1 waiting');
  await checkScreen(page, 'bus-trip-without-network');
  await page.reload();
  await journey.told('Offline: 1 waiting');
  await expect.poll(() => counted('Aboard')).toBe('2');
  await expect.poll(() => counted('Missing')).toBe('0');
  await journey.told(/^Closing a trip needs a network/);
  await journey.context.setOffline(false);
  await journey.told('Online · 0 waiting');
});

it('replaces a number that waits for its turn with the next one, and names the student not recorded', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/check/onBusKids', async (route) => {
    await held;
    // The page continues without an answer after eight seconds, which a slow machine can exceed.
    await route.continue().catch(() => undefined);
  });
  // Both children are aboard already, so that no press records a boarding.
  await page.getByRole('radio', { name: 'Gets on' }).check();
  const door = page.getByLabel('Admission number');
  await door.fill(EXPECTED);
  await door.press('Enter');
  await expect.poll(() => door.inputValue()).toBe('');
  await page.keyboard.type(FORGOTTEN, HAND);
  await page.keyboard.press('Enter');
  await page.keyboard.type(EXPECTED, HAND);
  await journey.told(`Not recorded: ${FORGOTTEN} ${forgotten}. Type the number again.`);
  expect(await door.inputValue()).toBe(EXPECTED);
  await checkScreen(page, 'bus-trip-not-recorded');
  await page.keyboard.press('Escape');
  await page.getByText(`Not recorded: ${FORGOTTEN}`).waitFor({ state: 'detached' });
  answer();
  await page.locator('button[aria-disabled]').waitFor({ state: 'detached' });
  await page.unroute('**/api/check/onBusKids');
});

atNight('lists an open trip with its position under Running Trips and links to it', async () => {
  await journey.open('school.bus.running', 'Running Trips');
  const bus = page.getByRole('link', { name: `${PLATE} · Kondele` });
  await bus.waitFor();
  await journey.told('In time');
  // The desk has reported the bus's position while the trip was open.
  await page.getByRole('region', { name: 'Map of the buses on open trips' }).getByText(PLATE).waitFor();
  await checkScreen(page, 'bus-running-trips');
  await bus.click();
  await page.getByRole('heading', { name: /^Bus Trip/ }).waitFor();
});

it('closes a trip by the rear-seat code only once no student is aboard', async () => {
  // The first child gets off; who is left was let on without a network.
  await list('Aboard').getByText(forgotten).waitFor();
  const off = list('Aboard').getByRole('button', { name: /^Off Bus/ });
  await list('Aboard').locator('li', { hasText: EXPECTED }).getByRole('button').click();
  await expect.poll(() => off.count()).toBe(1);
  await expect.poll(() => counted('Not expected')).toBe('1');
  await checkScreenFully(page, 'bus-trip');
  await page.getByRole('button', { name: 'Close trip' }).click();
  const card = await admin.call('school/getBusCard', { sysid: bus }, 'GET');
  const { rearCode } = card.body as unknown as { rearCode: string };
  await closing().getByLabel('Code at the rear seat').fill(rearCode);
  await closing().getByRole('button', { name: 'Close it now' }).click();
  await closing().getByText(forgotten).waitFor();
  await checkScreen(page, 'bus-trip-child-aboard');
  await page.getByRole('radio', { name: 'Gets off' }).check();
  await page.getByRole('checkbox', { name: 'With a PIN' }).check();
  await page.getByLabel('Admission number').fill(FORGOTTEN);
  await page.getByLabel('Admission number').press('Enter');
  await page.getByText('The student types the PIN first: 4 to 8 digits').waitFor();
  const pin = page.getByLabel('PIN', { exact: true });
  expect(await pin.evaluate((field) => field === document.activeElement)).toBe(true);
  await pin.fill('190375');
  await pin.press('Enter');
  await journey.told(/^The PIN is wrong/);
  await page.getByLabel('Admission number').fill(FORGOTTEN);
  await page.getByLabel('Admission number').press('Enter');
  await checkScreen(page, 'bus-trip-by-pin');
  await pin.fill(PIN);
  await pin.press('Enter');
  await list('Aboard').getByText('Nobody').waitFor();
  await closing().getByRole('button', { name: 'Close it now' }).click();
  await journey.told(/^The last trip was closed/);
  await page.getByRole('button', { name: 'Open trip' }).waitFor();
  // Failed requests while the network was away are the browser's own words.
  expect(journey.complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
});

it('asks before recording on a new trip when another user has closed the shown one', async () => {
  await page.getByRole('button', { name: 'Open trip' }).click();
  await page.getByRole('button', { name: 'Close trip' }).waitFor();
  const trip = async () =>
    (await admin.call('check/getTrip', { busNumberPlate: PLATE }, 'GET')).body as unknown as Trip;
  const { sysid } = await trip();
  const { rearCode } = (await admin.call('school/getBusCard', { sysid: bus }, 'GET')).body;
  expect((await admin.call('check/closeTrip', { sysid, rearCode })).status).toBe(200);
  await page.getByRole('radio', { name: 'Gets on' }).check();
  await page.getByRole('checkbox', { name: 'With a PIN' }).uncheck();
  await page.getByLabel('Admission number').fill(EXPECTED);
  await page.getByLabel('Admission number').press('Enter');
  await journey.told(/^Your trip \(.+ was closed at .+ by .+\.$/);
  expect(await trip()).toMatchObject({ sysid, aboard: [] });
  await checkScreen(page, 'bus-trip-closed-by-another');
  await page.getByRole('button', { name: 'Record on a new trip' }).click();
  await list('Aboard').locator('li', { hasText: EXPECTED }).getByRole('button').click();
  await list('Aboard').getByText('Nobody').waitFor();
  expect((await admin.call('check/closeTrip', { sysid: (await trip()).sysid, rearCode })).status).toBe(200);
});

atNight('offers to print the card of a bus, and does not show the rear-seat code on the screen', async () => {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await journey.open(`school.bus.view?edit=${bus}`, 'Buses');
  const drawer = page.getByRole('dialog', { name: 'Edit bus' });
  await drawer.getByRole('button', { name: 'Print card' }).waitFor();
  await spotCheckScreen(page, 'bus-card');
  expect(await drawer.getByText(/^\d{6}$/).count()).toBe(0);
});
