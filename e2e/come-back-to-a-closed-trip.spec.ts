import type { Trip } from '@mfuko/contract/bus-trips';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// Two tablets of one bus, one of which is away while the other closes the trip.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PLATE = 'KCB 204K';
const OTHER_PLATE = 'KDD 318M';
const DRIVER = '254711000921';
const ASSISTANT = '254711000922';
const [LEFT, BACK, MOVED] = ['4001', '4002', '4003'] as const;
const LOOKS_WITHIN_MS = 90_000;

let server: RunningServer;
let admin: WireClient;
let office: Journey;
let [driver, assistant]: Journey[] = [];
let bus: string;

async function tablet(phone: string): Promise<Journey> {
  const journey = await openJourney(server);
  await journey.enter(phone);
  await journey.page.goto(`${server.url}/app/check.trip`);
  await journey.page.getByLabel('Bus', { exact: true }).selectOption(PLATE);
  await journey.page.getByLabel('Admission number').waitFor();
  await journey.page.evaluate(() => navigator.serviceWorker.ready);
  return journey;
}

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const made = await admin.call('school/createBus', { busNumberPlate: PLATE, label: 'Kondele' });
  bus = String((made.body as unknown as { sysid: string }).sysid);
  await admin.call('school/createBus', { busNumberPlate: OTHER_PLATE, label: 'Mamboleo' });
  const password = 'kilimanjaro na theluji';
  for (const [place, phoneNumber] of [DRIVER, ASSISTANT].entries())
    await admin.call('school/createCheckAgent', {
      ...{
        phoneNumber,
        email: `bus${place}@example.com`,
        firstName: place ? 'Assistant' : 'Driver',
        lastNames: 'Njoki',
      },
      ...{ password, confirmPassword: password, duties: ['bus'] },
    });
  await openTrip();
  driver = await tablet(DRIVER);
  assistant = await tablet(ASSISTANT);
  office = await openJourney(server);
  await office.enter(BURSAR);
});
afterAll(async () => {
  for (const journey of [driver, assistant, office]) await journey?.close();
  await server?.stop();
});

const openTrip = () => admin.call('check/openTrip', { busNumberPlate: PLATE, direction: 'home' });
const trip = async () => (await admin.call('check/getTrip', { busNumberPlate: PLATE }, 'GET')).body as unknown as Trip;
const pageOf = (journey: Journey | undefined) => (journey as Journey).page;
async function ride(page: Page, way: 'Gets on' | 'Gets off', number: string): Promise<void> {
  await page.getByRole('radio', { name: way }).check();
  await page.getByLabel('Admission number').fill(number);
  await page.getByLabel('Admission number').press('Enter');
}
const bandOf = (page: Page, number: string) => page.getByRole('heading', { name: new RegExp(`\\b${number}\\b`) });
const warning = (page: Page) => page.getByRole('heading', { name: '1 student may still be on this bus' });
const news = (page: Page) => page.getByRole('region', { name: /^Review \d students? recorded/ });

it('warns both tablets of a student when an offline boarding arrives on a trip that was closed meanwhile', async () => {
  const [near, away] = [pageOf(driver), pageOf(assistant)];
  await ride(near, 'Gets on', BACK);
  await near.getByText('On the bus', { exact: true }).waitFor();
  await away.getByText('Aboard').locator('..').getByText('1', { exact: true }).waitFor();
  await assistant?.context.setOffline(true);
  await ride(away, 'Gets on', LEFT);
  await bandOf(away, LEFT).waitFor();
  await ride(away, 'Gets off', BACK);
  await bandOf(away, BACK).waitFor();
  await ride(near, 'Gets off', BACK);
  await near.getByText('Off the bus', { exact: true }).waitFor();
  const { rearCode } = (await admin.call('school/getBusCard', { sysid: bus }, 'GET')).body as unknown as {
    rearCode: string;
  };
  await near.getByRole('button', { name: 'Close trip' }).click();
  const closing = near.getByRole('region', { name: 'Close trip' });
  await closing.getByLabel('Code at the rear seat').fill(rearCode);
  await closing.getByRole('button', { name: 'Close it now' }).click();
  await near.getByText(/^The last trip was closed/).waitFor();
  await office.open('school.bus.running', 'Running Trips');
  await office.told('No trip is open, and nobody is aboard a closed one');
  // The answer is lost: the tablet hears of its rides by that to the second sending alone.
  await away.route(
    '**/check/offlineBatch',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await assistant?.context.setOffline(false);
  for (const page of [away, near]) await warning(page).waitFor();
  expect(await near.getByText(/^The last trip was closed/).getAttribute('data-look')).toBeNull();
  expect(await trip()).toMatchObject({ closed: expect.any(String), aboard: [{ admissionNumber: LEFT }] });
  await checkScreen(near, 'bus-left-aboard');
});

it('reports a student left aboard in Running Trips, by a notification and by SMS to the office', async () => {
  await office.told('1 student may still be aboard');
  await checkScreen(office.page, 'bus-running-left');
  const sent = async () => JSON.stringify((await admin.call('messages/getMessages', {}, 'GET')).body);
  // The job looks every minute.
  await expect.poll(sent, { timeout: LOOKS_WITHIN_MS }).toContain('bus-alarm');
  await office.page.getByRole('button', { name: /^Notifications: [1-9]/ }).click();
  await office.told(`Someone may still be on ${PLATE}`);
  await office.page.keyboard.press('Escape');
});

it('shows late ride results until acknowledged, and the warning until the student is off the bus', async () => {
  const [near, away] = [pageOf(driver), pageOf(assistant)];
  await news(away).getByText(LEFT).waitFor();
  await away.reload();
  await news(away).getByText(LEFT).waitFor();
  await news(away).getByText(BACK).waitFor();
  const line = (number: string) => news(away).getByRole('listitem').filter({ hasText: number });
  await expect
    .poll(() => line(LEFT).textContent())
    .toMatch(/^4001 \S.* Recorded: got on · KCB 204K · \d\d:\d\d · Your trip was closed at /);
  await expect
    .poll(() => line(BACK).textContent())
    .toMatch(/^4002 \S.* Recorded: got off · KCB 204K · \d\d:\d\d · was not aboard/);
  await checkScreen(away, 'bus-told-later');
  await news(away).getByRole('button', { name: 'Understood' }).click();
  await news(away).waitFor({ state: 'detached' });
  await away.reload();
  await warning(away).waitFor();
  expect(await news(away).count()).toBe(0);
  await near.getByRole('button', { name: new RegExp(`^Off Bus: .*${LEFT}$`) }).click();
  for (const page of [near, away]) await warning(page).waitFor({ state: 'detached' });
  expect(await trip()).toMatchObject({ closed: expect.any(String), aboard: [] });
  await office.told('No trip is open, and nobody is aboard a closed one');
});

it('closes a pending question on one tablet once the other tablet has recorded the student', async () => {
  const [near, away] = [pageOf(driver), pageOf(assistant)];
  await openTrip();
  await admin.call('check/onBusKids', { admissionNumber: MOVED, busNumberPlate: OTHER_PLATE });
  for (const page of [near, away]) await page.getByRole('button', { name: 'Close trip' }).waitFor();
  await ride(near, 'Gets on', MOVED);
  await ride(away, 'Gets on', MOVED);
  await near.getByLabel('Reason').waitFor();
  await away.getByLabel('Reason').fill('Sits in this bus');
  await away.getByRole('button', { name: 'Record anyway' }).click();
  await near.getByText(/^Another device has already recorded this student/).waitFor();
  expect(await near.getByLabel('Reason').count()).toBe(0);
  expect((await trip()).aboard).toMatchObject([{ admissionNumber: MOVED }]);
  await ride(near, 'Gets on', BACK);
  await near.getByText('On the bus', { exact: true }).waitFor();
});
