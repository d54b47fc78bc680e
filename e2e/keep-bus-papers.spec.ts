import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney } from './journey.ts';
import { checkScreen, spotCheckScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and an attendant who is made here.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const ATTENDANT = '254733000952';
const PLATE = 'KCB 204K';
const OVER = '2020-01-31';
const STOPPED = 'It must not carry students, and cannot open a trip. Call the office: it can allow the bus today.';
const REASON = 'Renewed this morning, sticker comes at noon';

let server: RunningServer;
let office: Journey;
let bus: Journey;
let admin: WireClient;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const attendant = { phoneNumber: ATTENDANT, email: 'kazungu@example.com', firstName: 'Kazungu', lastNames: 'Karisa' };
  const password = 'githeri-na-chapati';
  const made = await admin.call('school/createCheckAgent', {
    ...attendant,
    password,
    confirmPassword: password,
    duties: ['bus'],
  });
  expect(made.status).toBe(200);
  office = await openJourney(server);
  bus = await openJourney(server);
  await office.enter(BURSAR);
  await bus.enter(ATTENDANT);
});
afterAll(async () => {
  await office?.close();
  await bus?.close();
  await server?.stop();
});

const drawer = () => office.page.getByRole('dialog', { name: 'Edit bus' });
const openButton = (page: Page) => page.getByRole('button', { name: 'Open trip' });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('registers a bus with the last days of its papers, and shows the days left', async () => {
  const { page } = office;
  await office.open('school.bus.view', 'Buses');
  await page.getByRole('button', { name: 'Add bus' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add bus' });
  await add.getByRole('textbox', { name: 'Bus number plate' }).fill(PLATE);
  await add.getByRole('textbox', { name: 'Label' }).fill('Kondele');
  await add.getByLabel('Inspected until').fill('2999-12-31');
  await add.getByLabel('Insured until').fill(inDays(5));
  await add.getByRole('button', { name: 'Add bus' }).click();
  await office.told('Bus was added successfully');
  await office.told(/\d days left/);
  await spotCheckScreen(page, 'bus-papers-list');
});

it('warns of insurance that ends soon, and still opens and closes a trip', async () => {
  const { page } = bus;
  await bus.open('check.trip', /^Bus Trip/);
  await page.getByLabel('Bus', { exact: true }).selectOption(PLATE);
  await bus.told(/^The insurance expires on .*days left/);
  await checkScreen(page, 'bus-papers-soon');
  await openButton(page).click();
  await page.getByRole('button', { name: 'Close trip' }).click();
  const { body } = await admin.call('school/getBuses', { search: PLATE }, 'GET');
  const card = await admin.call('school/getBusCard', { sysid: String(body[0]?.sysid) }, 'GET');
  await page.getByLabel('Code at the rear seat').fill((card.body as unknown as { rearCode: string }).rearCode);
  await page.getByRole('button', { name: 'Close it now' }).click();
  await bus.told(/^The last trip was closed/);
});

it('does not offer to open a trip once the insurance is over, and shows the last known state offline', async () => {
  const { page } = office;
  await page.getByRole('button', { name: `Edit ${PLATE}` }).click();
  await drawer().getByLabel('Insured until').fill(OVER);
  await drawer().getByRole('button', { name: 'Save', exact: true }).click();
  await office.told('Bus was changed successfully');
  await bus.page.reload();
  const expired = 'The insurance of this bus has expired: it was valid until 31/01/2020.';
  await bus.told(expired);
  await bus.told(STOPPED);
  expect(await openButton(bus.page).count()).toBe(0);
  // A client that does not look at the papers opens none either.
  const opened = await admin.call('check/openTrip', { busNumberPlate: PLATE, direction: 'home' });
  expect([opened.status, opened.body.problem]).toEqual([422, 'bus.papers-over']);
  await checkScreen(bus.page, 'bus-papers-over');
  await bus.page.evaluate(() => navigator.serviceWorker.ready);
  await bus.context.setOffline(true);
  await bus.page.reload();
  await bus.told(/^Last known on this device\. The bus must not carry students/);
  await bus.page.locator('[data-look="bad"]').filter({ hasText: expired }).waitFor();
  await checkScreen(bus.page, 'bus-papers-over-without-network');
  await bus.context.setOffline(false);
  // Without a network no bus offers to open a trip; back on it, this one must not either.
  await bus.told(STOPPED);
  expect(await openButton(bus.page).count()).toBe(0);
});

it('opens a trip of an uninsured bus by a permit of the office, and shows its reason', async () => {
  const { page } = office;
  await page.getByRole('button', { name: `Edit ${PLATE}` }).click();
  await drawer().getByRole('textbox', { name: 'Reason for allowing it today' }).fill(REASON);
  await checkScreen(page, 'bus-permit');
  await drawer().getByRole('button', { name: 'Allow it today' }).click();
  await office.told('The bus is allowed today');
  await drawer()
    .getByText(new RegExp(`Allowed today by .+: ${REASON}$`))
    .waitFor();
  await spotCheckScreen(page, 'bus-permit-given');
  await bus.page.getByRole('button', { name: 'Check again' }).click();
  await bus.told(new RegExp(`Allowed today by .+: ${REASON}$`));
  await openButton(bus.page).click();
  await bus.told('The insurance had expired when this trip opened.');
  await checkScreen(bus.page, 'bus-papers-permitted');
  await office.open('school.bus.running', 'Running Trips');
  await office.told('Insurance expired');
  await office.told(new RegExp(`: ${REASON}$`));
  await checkScreen(page, 'bus-running-papers');
  // The network was away for a while, and no reader’s service runs on this machine.
  const complaints = [...office.complaints, ...bus.complaints];
  expect(complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED|ws:.*CONNECTION_REFUSED/.test(said))).toEqual([]);
});
