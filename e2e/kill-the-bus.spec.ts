import { busLatest } from '@mfuko/contract/bus';
import { getTrip } from '@mfuko/contract/bus-trips';
import { describe, expect, it } from 'vitest';
import { killedBrowser } from './killed-browser.testkit.ts';
import { checkScreen } from './looks.ts';

// People of the demo school.
const BURSAR = '254700000002';
const PLATE = 'KCB 204K';
/** Students, one for each test. */
const NUMBERS = [
  '700400801',
  '700400802',
  '700400803',
  '700400804',
  '700400805',
  '700400806',
  '700400807',
  '700400808',
  '700400809',
  '700400810',
] as const;
const [GOT_ON, RECORDED, NOT_ON, STILL_ON, GOT_OFF, UNASKED, BY_CONSOLE, LINE_CUT, CUT_BY_CONSOLE, UNKEPT] = NUMBERS;

const tablet = killedBrowser(BURSAR, async (office) => {
  const { body } = await office.call('school/getClasses', {}, 'GET');
  for (const admissionNumber of NUMBERS) {
    const child = { admissionNumber, names: 'Amina Juma', checkPin: '274951' };
    const made = await office.call('student/createStudent', { ...child, classSYSID: body[0]?.sysid });
    expect(made.status).toBe(200);
  }
  await office.call('school/createBus', { busNumberPlate: PLATE, label: 'Kondele' });
  await office.call('check/openTrip', { busNumberPlate: PLATE, direction: 'toSchool' });
  for (const admissionNumber of [STILL_ON, GOT_OFF]) {
    const { status } = await office.call('check/onBusKids', { admissionNumber, busNumberPlate: PLATE });
    expect(status).toBe(200);
  }
});

const door = () => tablet.page.getByLabel('Admission number');
async function openTrip(): Promise<void> {
  await tablet.page.goto(`${tablet.server.url}/app/check.trip`);
  await tablet.page.getByLabel('Bus', { exact: true }).selectOption(PLATE);
  await door().waitFor();
}
async function ride(kind: 'on' | 'off', number: string): Promise<void> {
  await tablet.page.getByRole('radio', { name: kind === 'on' ? 'Gets on' : 'Gets off' }).check();
  await door().fill(number);
  await door().press('Enter');
}
/** Presses at the door, and kills every process of the browser before an answer has come; opens the desk again. */
async function killedAt(kind: 'on' | 'off', number: string, how: { isDone: boolean }): Promise<void> {
  await openTrip();
  const out = tablet.withoutAnswer(`check/${kind}BusKids`, how);
  await ride(kind, number);
  await out;
  await tablet.kill();
}
/** Lines of the students whose press had no answer. */
const left = (number: string) => tablet.page.getByRole('listitem').filter({ hasText: number });
const word = (number: string, text: string) =>
  tablet.page.getByRole('button', { name: `${text}: ${number} Amina Juma`, exact: true });
const gone = (number: string, text: string) => word(number, text).waitFor({ state: 'detached' });
async function isAboard(number: string): Promise<boolean> {
  const trip = await tablet.office.ask(getTrip, { busNumberPlate: PLATE });
  return trip.aboard.some(({ admissionNumber }) => admissionNumber === number);
}

describe('bus desk whose browser is killed before the answer', () => {
  it("records an unsent boarding by the attendant's word, with the time of the press", async () => {
    await killedAt('on', GOT_ON, { isDone: false });
    const before = Date.now();
    await openTrip();
    await left(GOT_ON)
      .getByText(/^Not recorded: getting on KCB 204K at/)
      .waitFor();
    await tablet.page.getByText('1 ride has no answer').waitFor();
    await checkScreen(tablet.page, 'a boarding before the power cut');
    expect(await isAboard(GOT_ON)).toBe(false);
    await word(GOT_ON, 'Is on board').click();
    await gone(GOT_ON, 'Is on board');
    await tablet.page.getByRole('button', { name: `Off Bus: Amina Juma ${GOT_ON}` }).waitFor();
    await expect.poll(() => isAboard(GOT_ON)).toBe(true);
    const [latest] = await tablet.office.list(busLatest, { search: GOT_ON });
    expect(Date.parse(latest?.startDate ?? '')).toBeLessThan(before);
    // The bus has driven on since.
    expect(latest?.start).toBeNull();
  });

  it('reports a recorded boarding after a restart until it is acknowledged', async () => {
    await killedAt('on', RECORDED, { isDone: true });
    expect(await isAboard(RECORDED)).toBe(true);
    await openTrip();
    await left(RECORDED)
      .getByText(/^Recorded: got on KCB 204K at/)
      .waitFor();
    await openTrip();
    await word(RECORDED, 'Understood').click();
    await gone(RECORDED, 'Understood');
    await expect.poll(() => tablet.keptOnDisk('ride:')).toBe(0);
  });

  it("drops an unsent boarding by the attendant's word, and records another press", async () => {
    await killedAt('on', NOT_ON, { isDone: false });
    await openTrip();
    await word(NOT_ON, 'Is not on board').click();
    await gone(NOT_ON, 'Is not on board');
    expect(await isAboard(NOT_ON)).toBe(false);
    await ride('on', NOT_ON);
    await expect.poll(() => isAboard(NOT_ON)).toBe(true);
  });

  it('records another press for an unsent exit, and drops the question about the first', async () => {
    await killedAt('off', STILL_ON, { isDone: false });
    await openTrip();
    await left(STILL_ON)
      .getByText(/^Not recorded: getting off KCB 204K at/)
      .waitFor();
    expect(await isAboard(STILL_ON)).toBe(true);
    await ride('off', STILL_ON);
    await expect.poll(() => isAboard(STILL_ON)).toBe(false);
    await gone(STILL_ON, 'Is still on board');
  });

  it("records an unsent exit by the attendant's word", async () => {
    await killedAt('off', GOT_OFF, { isDone: false });
    await openTrip();
    await word(GOT_OFF, 'Has got off').click();
    await expect.poll(() => isAboard(GOT_OFF)).toBe(false);
  });

  it("accepts the attendant's word for a recorded boarding while its outcome is unknown", async () => {
    await killedAt('on', UNASKED, { isDone: true });
    await tablet.page.route('**/api/wallet/closeAttempt', (route) => route.abort());
    await openTrip();
    await left(UNASKED)
      .getByText(/^Getting on KCB 204K at .*: not known yet$/)
      .waitFor();
    expect(await word(UNASKED, 'Is not on board').count()).toBe(0);
    await word(UNASKED, 'Is on board').click();
    await gone(UNASKED, 'Is on board');
    await tablet.page.getByText('Online · 0 waiting').waitFor();
    const { body } = await tablet.office.call('check/getOddities', {}, 'GET');
    expect(JSON.stringify(body)).not.toContain(UNASKED);
    expect(await isAboard(UNASKED)).toBe(true);
  });

  it('records one ride when the attendant confirms a recorded boarding offline', async () => {
    await openTrip();
    await tablet.page.evaluate(() => navigator.serviceWorker.ready);
    const out = tablet.withoutAnswer('check/onBusKids', { isDone: true });
    await ride('on', LINE_CUT);
    await out;
    await tablet.kill();
    // A browser that has been open for a minute has its school on the disk; this desk looks after no rides.
    await tablet.page.goto(`${tablet.server.url}/app/check.rollcall`);
    await tablet.page.getByText('Online · 0 waiting').waitFor();
    await tablet.browser.setOffline(true);
    await openTrip();
    await left(LINE_CUT)
      .getByText(/^Getting on KCB 204K at .*: not known yet$/)
      .waitFor();
    // A child on no list of this device is named by the number alone.
    const isOnBoard = tablet.page.getByRole('button', { name: `Is on board: ${LINE_CUT}`, exact: true });
    expect(await tablet.page.getByRole('button', { name: /^Is not on board/ }).count()).toBe(0);
    await checkScreen(tablet.page, 'a boarding before the power cut, and no network');
    await isOnBoard.click();
    await isOnBoard.waitFor({ state: 'detached' });
    await tablet.page.getByText('Offline: 1 waiting').waitFor();
    await tablet.browser.setOffline(false);
    await tablet.page.getByText('Online · 0 waiting').waitFor();
    const rides = await tablet.office.list(busLatest, { search: LINE_CUT });
    expect(rides.map(({ aboard }) => aboard)).toEqual([true]);
    expect(JSON.stringify((await tablet.office.call('check/getOddities', {}, 'GET')).body)).not.toContain(LINE_CUT);
  });

  it('sends a ride that the console recorded offline after its browser was killed', async () => {
    await tablet.open('school.bus.kids');
    await tablet.page.getByLabel('Admission number').fill(CUT_BY_CONSOLE);
    await tablet.page.getByRole('combobox', { name: 'Bus number plate' }).fill(PLATE);
    await tablet.browser.setOffline(true);
    await tablet.page.getByText('There is no network: 0 not sent yet').waitFor();
    await tablet.page.getByRole('button', { name: 'On Bus' }).click();
    // At once: a call that waits for its network would lie nowhere.
    await tablet.page.getByText('There is no network: 1 not sent yet').waitFor();
    await tablet.kill();
    await tablet.open('school.bus.kids');
    await expect.poll(() => isAboard(CUT_BY_CONSOLE)).toBe(true);
    expect(await left(CUT_BY_CONSOLE).count()).toBe(0);
  });

  it('stores a ride that the disk refused on retry, and drops it once another device has recorded it', async () => {
    await openTrip();
    await tablet.page.evaluate(breakDisk);
    const out = tablet.withoutAnswer('check/onBusKids', { isDone: false });
    await ride('on', UNKEPT);
    await out;
    await tablet.page.getByText('This device cannot store work in progress.').waitFor();
    await checkScreen(tablet.page, 'a boarding that the disk did not take');
    expect(await tablet.keptOnDisk('ride:')).toBe(0);
    expect(await tablet.page.evaluate(asksBeforeItGoes)).toBe(true);
    await tablet.page.evaluate(() => dispatchEvent(new Event('disk-mended')));
    await expect.poll(() => tablet.keptOnDisk('ride:')).toBe(1);
    await tablet.page.getByText('This device cannot store work in progress.').waitFor({ state: 'detached' });
    await tablet.kill();
    await openTrip();
    await left(UNKEPT)
      .getByText(/^Not recorded: getting on KCB 204K at/)
      .waitFor();
    const byAnother = { admissionNumber: UNKEPT, busNumberPlate: PLATE };
    expect((await tablet.office.call('check/onBusKids', byAnother)).status).toBe(200);
    // At once, as when the network comes back; otherwise by the poll of every 15 seconds.
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')));
    await gone(UNKEPT, 'Is on board');
    await expect.poll(() => tablet.keptOnDisk('ride:')).toBe(0);
    await tablet.page.getByRole('button', { name: `Off Bus: Amina Juma ${UNKEPT}` }).waitFor();
  });

  it("reports an unsent boarding on the console and records it by the attendant's word", async () => {
    const openScreen = () => tablet.open('school.bus.kids');
    await openScreen();
    const out = tablet.withoutAnswer('check/onBusKids', { isDone: false });
    await tablet.page.getByLabel('Admission number').fill(BY_CONSOLE);
    await tablet.page.getByRole('combobox', { name: 'Bus number plate' }).fill(PLATE);
    await tablet.page.getByRole('button', { name: 'On Bus' }).click();
    await out;
    await tablet.kill();
    await openScreen();
    await tablet.page.getByText(/Not recorded: getting on KCB 204K at/).waitFor();
    await checkScreen(tablet.page, 'a boarding of the console before the power cut');
    await word(BY_CONSOLE, 'Is on board').click();
    await expect.poll(() => isAboard(BY_CONSOLE)).toBe(true);
  });
});

/** Runs in the page: the device's box takes no ride until the disk is mended. */
function breakDisk(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function refuse(value, name) {
    if (String(name).startsWith('=ride:')) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return put.call(this, value, name);
  };
  addEventListener('disk-mended', () => {
    IDBObjectStore.prototype.put = put;
  });
}

/** Runs in the page. */
function asksBeforeItGoes(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
