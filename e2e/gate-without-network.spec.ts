import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atNight } from '../scripts/at-night.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { checkScreen, checkScreenFully } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school, and three new students.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const PIN = '274951';
// Long enough not to occur by chance in the sealed data on the device.
const [ACHIENG, BARAKA, CHEBET] = ['700183521', '700283522', '700383523'] as const;
const NAMES = { [ACHIENG]: 'Achieng Odhiambo', [BARAKA]: 'Baraka Mwangi', [CHEBET]: 'Chebet Korir' } as const;

let server: RunningServer;
let admin: WireClient;
let journey: Journey;
let office: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await admin.call('school/getClasses', {}, 'GET');
  for (const [admissionNumber, names] of Object.entries(NAMES)) {
    const input = { admissionNumber, names, classSYSID: classes.body[0]?.sysid, checkPin: PIN };
    expect((await admin.call('student/createStudent', input)).status).toBe(200);
  }
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await office?.close();
  await journey?.close();
  await server?.stop();
});

const told: Journey['told'] = (text) => journey.told(text);
/** The server carries the call out, and its answer is lost. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** Number, Enter, PIN, Enter, as fingers type: a burst would be taken for a card. */
async function student(number: string, pin: string): Promise<void> {
  await page.getByLabel('Admission number').fill(number);
  await page.getByLabel('Admission number').press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  await page.keyboard.type(pin, { delay: 45 });
  await page.keyboard.press('Enter');
}

/** Passages: what the book says of a student, the newest first. */
async function passages(number: string): Promise<{ checkTypeSYSID: number }[]> {
  const { body } = await admin.call('reports/checks', { search: number }, 'GET');
  return body as unknown as { checkTypeSYSID: number }[];
}

/** Two students with a second check-in from a tablet. */
async function seeTwoThatDoNotFit(): Promise<void> {
  const events = [BARAKA, CHEBET].map((admissionNumber, counter) => ({
    ...{ key: randomUUID(), counter, kind: 'in', admissionNumber, method: 'pin', proof: { pin: PIN } },
    occurredAt: new Date().toISOString(),
  }));
  const { body } = await admin.call('check/offlineBatch', { events });
  expect(body.outcomes).toMatchObject([{ problem: 'gate.already-in' }, { problem: 'gate.already-in' }]);
}

describe('gate without a network', () => {
  recordFailures(() => page);

  it('checks a student in by PIN online, and has the gate page cached', async () => {
    await journey.enter(GUARD);
    await page.goto(`${server.url}/app/checkin.pin`);
    await student(ACHIENG, PIN);
    await told('Student was checked in successfully');
    // The service worker has cached the page by now.
    await expectGateKept(page);
  });

  it("records offline check-ins as unverified, and lets a student out offline only by the guard's decision", async () => {
    await journey.context.setOffline(true);
    await told('There is no network');
    await checkScreenFully(page, 'gate, no network');
    await student(BARAKA, PIN);
    await told('Recorded, not verified');
    await told('Offline: 1 waiting');
    await checkScreen(page, 'gate, kept');
    await student(CHEBET, '111222');
    await told('Offline: 2 waiting');
    await page.goto(`${server.url}/app/checkout.pin`);
    await student(ACHIENG, PIN);
    await told(`Not let out yet: ${ACHIENG}`);
    await checkScreen(page, 'gate, not let out yet');
    await page.getByRole('button', { name: 'Let out unverified' }).first().click();
    await told(`Let ${ACHIENG} out without a check?`);
    await checkScreen(page, 'gate, let out?');
    await page.getByRole('button', { name: 'I know this student: let out' }).click();
    await told('Offline: 3 waiting');
  });

  it('keeps offline passages sealed through a reload, and warns of them before logout', async () => {
    await page.reload();
    await told('Offline: 3 waiting');
    const lying = await page.evaluate(async () => {
      const opened = indexedDB.open('mfuko-offline');
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const all = opened.result.transaction('events').objectStore('events').getAll();
      await new Promise((done) => {
        all.onsuccess = done;
      });
      return JSON.stringify([all.result, { ...localStorage }, { ...sessionStorage }]);
    });
    expect(lying).toContain('sealed');
    for (const secret of [ACHIENG, BARAKA, CHEBET, PIN, '111222', 'Achieng', '"out"'])
      expect(lying).not.toContain(secret);
    await page.getByRole('button', { name: 'Logout' }).click();
    await told('3 students are not sent yet');
    await checkScreen(page, 'gate, log out with students waiting');
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await passages(BARAKA)).toEqual([]);
  });

  it('sends each offline passage once when the network is back, and reports a wrong PIN', async () => {
    await journey.context.setOffline(false);
    await told('Review 1 student who passed offline');
    await told(`${CHEBET} ${NAMES[CHEBET]}`);
    await told('Wrong PIN');
    await told('Online · 0 waiting');
    await checkScreen(page, 'gate, afterwards');
    await page.getByRole('button', { name: 'Understood' }).click();
    await page.reload();
    await told('Online · 0 waiting');
    for (const [number, kinds] of [
      [ACHIENG, [2, 1]],
      [BARAKA, [1]],
      [CHEBET, [1]],
    ] as const) {
      expect([number, (await passages(number)).map(({ checkTypeSYSID }) => checkTypeSYSID)]).toEqual([number, kinds]);
    }
  });

  atNight('accepts the right PIN after a wrong one without the number being typed again', async () => {
    await page.goto(`${server.url}/app/checkin.pin`);
    await student(ACHIENG, '111222');
    await told('Wrong PIN');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
    await page.keyboard.press('Enter');
    await told('Student was checked in successfully');
  });

  atNight('shows the office unverified students, and clears exceptions one by one and several at once', async () => {
    office = await openJourney(server);
    await office.enter(BURSAR);
    await office.open('check.dash', 'Check Dashboard');
    await office.told('Today by the hour');
    await office.page.getByRole('searchbox').fill(CHEBET);
    await office.told(NAMES[CHEBET]);
    await office.told('Not verified');
    // The rows of the last search are dimmed until the next ones arrive.
    await office.page.getByText(NAMES[BARAKA]).waitFor({ state: 'hidden' });
    await checkScreen(office.page, 'check dashboard');
    await office.page.getByText('Last events', { exact: true }).click();
    await office.told('CHECK OUT');
    await office.page.locator('label').filter({ hasText: 'To settle' }).click();
    await office.page.getByRole('button', { name: NAMES[CHEBET] }).waitFor();
    await checkScreen(office.page, 'check dashboard, to settle');
    await office.page.getByRole('button', { name: NAMES[CHEBET] }).click();
    await office.page.getByRole('button', { name: 'Settle', exact: true }).click();
    await office.told(/required/i);
    await checkScreen(office.page, 'exception, refused');
    await office.page.getByLabel('Outcome').fill('She forgot her PIN; her teacher saw her come');
    await office.page.getByRole('button', { name: 'Settle', exact: true }).click();
    await office.told('Exception settled');
    await office.told('No exceptions');
    await seeTwoThatDoNotFit();
    await office.page.goto(`${server.url}/app/check.dash?tab=odd`);
    await office.page.getByRole('checkbox', { name: /all/i }).first().check();
    await office.page.getByRole('button', { name: 'Settle 2' }).click();
    await office.page.getByLabel('Outcome').fill('Two gates recorded the same morning');
    await checkScreen(office.page, 'settle many');
    await office.page.getByRole('button', { name: 'Settle', exact: true }).click();
    await office.told('2 were settled');
    await office.page.goto(`${server.url}/app/check.dash?tab=odd&settled=true&kind=offline-unverified`);
    await office.page.getByRole('button', { name: NAMES[CHEBET] }).click();
    await office.told(/Settled by/);
  });

  atNight('alerts the office when a student was let out offline and the proof did not hold', async () => {
    const event = { key: randomUUID(), counter: 1, kind: 'out', admissionNumber: BARAKA, method: 'pin' };
    const sent = { ...event, occurredAt: new Date().toISOString(), proof: { pin: '111222' } };
    const { body } = await admin.call('check/offlineBatch', { events: [sent] });
    expect(body.outcomes).toMatchObject([{ status: 'unverified', problem: 'pin.wrong' }]);
    await office.open('check.dash', 'Check Dashboard');
    await office.told('1 student was let out offline, and the finger or PIN did not match.');
    await office.page.getByRole('link', { name: 'Review' }).click();
    await office.page.getByRole('button', { name: NAMES[BARAKA] }).click();
    await office.told(/Find out where the child is/);
    await checkScreen(office.page, 'exception, let out unproven');
    expect(office.complaints).toEqual([]);
  });

  atNight('reverses a check-out whose answer was lost when the guard did not let the student out', async () => {
    const [going, stopping] = ['**/api/check/outPin', '**/api/check/stopOut'];
    await page.route(going, loseAnswer);
    await page.route(stopping, (route) => route.abort());
    await page.goto(`${server.url}/app/checkout.pin`);
    await student(ACHIENG, PIN);
    await told(`Not let out yet: ${ACHIENG}`);
    expect((await passages(ACHIENG))[0]).toMatchObject({ checkTypeSYSID: 2 });
    await page.getByRole('button', { name: 'Let out unverified' }).first().click();
    await page.getByRole('button', { name: 'Do not let out' }).click();
    await told(/Keep the student here/);
    await checkScreenFully(page, 'gate, not let out, nobody knows');
    await page.reload();
    await page.unroute(going);
    await page.unroute(stopping);
    await told('Not let out: it was recorded, then undone');
    await checkScreen(page, 'gate, not let out, taken back');
    await page.getByRole('button', { name: 'Understood' }).click();
    const { body } = await admin.call('check/onCampus', { search: ACHIENG }, 'GET');
    expect(body).toHaveLength(1);
    await office.page.goto(`${server.url}/app/check.dash?tab=odd`);
    await office.told('Checked out, but not let out: undone');
  });

  atNight('hides the exceptions of the check dashboard from a guard', async () => {
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByRole('link', { name: 'Check Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Check Dashboard' }).waitFor();
    await told('Today by the hour');
    expect(await page.getByText('To settle').count()).toBe(0);
    await checkScreen(page, 'check dashboard of a guard');
    // Failed requests while the network was away, and the reader that is not there, are the browser's own words.
    expect(journey.complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/.test(said))).toEqual(
      [],
    );
  });
});

describe('roll call without a network', () => {
  recordFailures(() => page);
  /** A store of the device as text. */
  const lyingIn = (name: string) =>
    page.evaluate(async (database) => {
      const opened = indexedDB.open(database);
      await new Promise((done) => {
        opened.onsuccess = done;
      });
      const store = opened.result.transaction('values').objectStore('values');
      const [keys, values] = [store.getAllKeys(), store.getAll()];
      await new Promise((done) => {
        values.onsuccess = done;
      });
      opened.result.close();
      const text = values.result.map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : ''));
      return `${keys.result.join()} ${text.join()}`;
    }, name);
  const accounted = (of: Page) => of.locator('dd').first().textContent();

  atNight('opens a roll call from the stored list, and keeps its ticks sealed through a reload', async () => {
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByRole('link', { name: /in school/ }).waitFor();
    await expect.poll(() => lyingIn('mfuko-seen')).toContain('=roster:');
    await journey.context.setOffline(true);
    await page.getByRole('link', { name: /in school/ }).click();
    await told('No network. Continue');
    await page.getByLabel('Reason').fill('Smoke in the kitchen');
    await checkScreen(page, 'roll call, to be opened without a network');
    await page.getByRole('button', { name: 'Start the roll call' }).click();
    await told('Started on this device');
    const all = Number(/of (\d+)/.exec((await accounted(page)) ?? '')?.[1]);
    expect(all).toBeGreaterThan(1);
    await page.getByRole('button', { name: NAMES[ACHIENG] }).click();
    await told('Offline: 2 waiting');
    await checkScreenFully(page, 'roll call, without a network');
    await page.reload();
    await told('Offline: 2 waiting');
    await expect.poll(() => accounted(page)).toBe(`1 of ${all}`);
    expect(await page.getByRole('button', { name: NAMES[ACHIENG] }).count()).toBe(0);
    for (const box of ['mfuko-seen', 'mfuko-own']) {
      const lying = await lyingIn(box);
      for (const secret of [ACHIENG, CHEBET, 'Chebet', 'Smoke']) expect(lying).not.toContain(secret);
    }
    await page.getByRole('link', { name: 'Gate' }).click();
    await told('Offline: 2 waiting');
  });

  atNight('merges an offline roll call with that of another marshal when the network is back', async () => {
    await office.open('check.rollcall', /^Roll Call/);
    await office.page.getByLabel('Reason').fill('Smoke in the kitchen');
    await office.page.getByRole('button', { name: 'Start the roll call' }).click();
    await office.told('Online · 0 waiting');
    await office.page.getByRole('button', { name: NAMES[CHEBET] }).click();
    await journey.context.setOffline(false);
    await told('Online · 0 waiting');
    await page.getByRole('link', { name: /in school|Roll call/ }).click();
    await expect.poll(() => accounted(page)).toMatch(/^2 of/);
    await expect.poll(() => accounted(office.page)).toMatch(/^2 of/);
    expect(await page.getByRole('button', { name: 'End the roll call' }).count()).toBe(0);
    await office.page.getByRole('button', { name: 'End the roll call' }).click();
    await checkScreen(office.page, 'roll call, to be ended');
    await office.page.getByRole('region', { name: 'End the roll call?' }).getByRole('button').first().click();
    await office.page.getByRole('region', { name: 'Seen', exact: true }).getByText(NAMES[ACHIENG]).waitFor();
    await checkScreen(office.page, 'roll call, its record');
    await told('Ended');
  });

  atNight('sends an offline boarding of the bus from the gate page', async () => {
    await office.page.goto(`${server.url}/app/checkin.pin`);
    await office.told('Online · 0 waiting');
    await office.page.evaluate(() => navigator.serviceWorker.ready);
    await office.open('school.bus.kids', 'School Bus Roll Call');
    await office.context.setOffline(true);
    await office.page.getByLabel('Admission number').fill(BARAKA);
    await office.page.getByRole('combobox', { name: 'Bus number plate' }).fill('KCA 123A');
    await office.page.locator('#content').getByRole('button', { name: 'On Bus' }).click();
    await office.told('There is no network: 1 not sent yet');
    await office.page.goto(`${server.url}/app/checkin.pin`);
    await office.told('Offline: 1 waiting');
    await office.context.setOffline(false);
    await office.told('Online · 0 waiting');
    const { body } = await admin.call('reports/busLatest', { search: BARAKA }, 'GET');
    expect(body).toMatchObject([{ aboard: true }]);
  });

  atNight('sends a bus event from another screen of the console after its own screen was closed', async () => {
    await office.open('school.bus.exit', /^Exit School bus$/i);
    await office.context.setOffline(true);
    await office.page.getByRole('button', { name: 'Use the PIN instead' }).click();
    await office.page.getByLabel('Admission number').fill(BARAKA);
    await office.page.getByRole('combobox', { name: 'Bus number plate' }).fill('KCA 123A');
    await office.page.getByRole('textbox', { name: 'The student’s PIN' }).fill(PIN);
    await office.page.locator('#content').getByRole('button', { name: 'Check Out' }).click();
    await office.told('There is no network: 1 not sent yet');
    await checkScreen(office.page, 'bus, by PIN, without a network');
    await office.page.goto('about:blank');
    await office.context.setOffline(false);
    await office.open('school.dash', /./);
    const latest = async () => (await admin.call('reports/busLatest', { search: BARAKA }, 'GET')).body;
    await expect.poll(latest).toMatchObject([{ aboard: false }]);
    expect(
      [...journey.complaints, ...office.complaints].filter((said) => !/ERR_INTERNET|ERR_FAILED|WebSocket/.test(said)),
    ).toEqual([]);
  });
});
