import { open as unseal } from '@mfuko/contract/seal';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configOf, connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { type RunningServer, startServer } from './server.ts';

// Users of the demo school, and a student with unique data.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';
const NUMBER = '700183521';
const NAMES = 'Achieng Odhiambo';
const PIN = '274951';
const NEW_NAMES = 'Nyambura';
const MOTHER = '254722000199';

/**
 * Stays on purpose. Of this device and nobody: how far its clock is off, the desk that it starts with, the language, the public configuration of the
 * platform, and its place, sealed, which it is asked for once. How much waits to be sent is a number.
 */
const OF_THE_DEVICE = ['clockAhead', 'config', 'language', 'lastDesk', 'location', 'queueCount', 'queueSince'];

/** Scroll position of the sign-in screen, which the router writes under a number of its own. */
const OF_THE_TAB = ['tsr-scroll-restoration-v1_3'];

let server: RunningServer;
let admin: WireClient;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  const classes = await admin.call('school/getClasses', {}, 'GET');
  const input = { admissionNumber: NUMBER, names: NAMES, classSYSID: classes.body[0]?.sysid, checkPin: PIN };
  const made = await admin.call('student/createStudent', input);
  expect(made.status).toBe(200);
  const contact = { studentSYSID: made.body.sysid, name: 'Mama Achieng', mobileNumber: MOTHER };
  expect((await admin.call('student/addContact', contact)).status).toBe(200);
});
afterAll(() => server?.stop());

interface Lying {
  readonly local: Record<string, string>;
  readonly session: Record<string, string>;
  /** Values of each store of each database, keys of the browser by their kind. */
  readonly databases: Record<string, Record<string, { keys: unknown[]; values: string }>>;
  /** URLs in each cache, with the stored responses. */
  readonly caches: Record<string, Record<string, string>>;
}

/** Everything that a page of the console can find in this browser. */
function lyingIn(page: Page): Promise<Lying> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const plain = (_name: string, value: unknown) => {
      if (value instanceof Uint8Array) return `bytes:${String.fromCharCode(...value)}`;
      if (!(value instanceof CryptoKey)) return value;
      return value.extractable ? 'a key that can be taken out' : 'a key';
    };
    const databases: Lying['databases'] = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const stores: Lying['databases'][string] = {};
      databases[name] = stores;
      const opened = await result(indexedDB.open(name));
      for (const store of opened.objectStoreNames) {
        const inside = opened.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([result(inside.getAllKeys()), result(inside.getAll())]);
        stores[store] = { keys, values: JSON.stringify(values, plain) };
      }
      opened.close();
    }
    const kept: Lying['caches'] = {};
    for (const name of await caches.keys()) {
      const texts: Record<string, string> = {};
      kept[name] = texts;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts[new URL(request.url).pathname] = (await (await cache.match(request))?.text()) ?? '';
    }
    return { local: { ...localStorage }, session: { ...sessionStorage }, databases, caches: kept };
  });
}

/** Nothing of a person, a child, money or a session is read anywhere, whatever it is called. */
function expectNobody(lying: Lying, keys: readonly string[]): void {
  const all = JSON.stringify(lying);
  for (const told of [NUMBER, NAMES, 'Achieng', 'Odhiambo', NEW_NAMES, PIN, MOTHER, BURSAR, GUARD, ...keys])
    expect(all).not.toContain(told);
}

/** Everything by which this browser is signed in: token, its seal, and the half that no script reads. */
async function signedInBy({ page, context }: Journey): Promise<string[]> {
  const { wireKey, wireKeyId } = await configOf(server.url);
  const sealed = await page.evaluate(() => localStorage.getItem('session') ?? '');
  const { sToken } = JSON.parse(unseal({ key: wireKey, id: wireKeyId }, 'session', sealed)) as { sToken: string };
  const cookies = await context.cookies();
  return [sToken, sealed, ...cookies.map(({ value }) => value)];
}

/** Addresses of the caches: each is a file of the program, as anybody gets it without signing in. */
function expectProgram(kept: Lying['caches']): void {
  const paths = Object.values(kept).flatMap((texts) => Object.keys(texts));
  expect(
    paths.filter(
      (path) => !/^\/($|gate\.html|index\.html|assets\/|early\.js|icon|gate\.webmanifest|sign-in\.svg)/.test(path),
    ),
  ).toEqual([]);
}

/**
 * Databases in which something lies. The key of what this device has to send by itself (`mfuko-own`) stays and is nobody's: it cannot be taken out. The
 * key of the lists that were seen goes with them.
 */
const filledOf = ({ databases }: Lying) =>
  Object.entries(databases)
    .filter(([name, stores]) => {
      const { keys, texts } = Object.values(stores).reduce(
        (all, { keys: some, values }) => ({ keys: [...all.keys, ...some], texts: [...all.texts, values] }),
        { keys: [] as unknown[], texts: [] as string[] },
      );
      return keys.length > 0 && !(name === 'mfuko-own' && texts.join() === '["a key"]');
    })
    .map(([name]) => name);
const namesOf = (kept: object, but: readonly string[] = []) => Object.keys(kept).filter((name) => !but.includes(name));

describe('logout', () => {
  let journey: Journey;
  let page: Page;
  recordFailures(() => page);
  afterAll(() => journey?.close());

  it("leaves no personal data and no session in the office's browser, and ends the session on the server", async () => {
    journey = await openJourney(server);
    ({ page } = journey);
    await journey.signIn(BURSAR);
    await page.goto(`${server.url}/app/student.details?admissionNumber=${NUMBER}`);
    await journey.told('Mama Achieng');
    // Typed and not sent: a draft.
    await page.goto(`${server.url}/app/student.add`);
    await page.getByRole('textbox', { name: 'Admission number' }).fill('700999888');
    await page.getByRole('textbox', { name: 'First name' }).fill(NEW_NAMES);
    await expect.poll(async () => JSON.stringify((await lyingIn(page)).session)).toContain(NEW_NAMES);
    const before = await lyingIn(page);
    expect(Object.keys(before.local)).toEqual(expect.arrayContaining(['session', 'role', 'userName', 'school']));
    const keys = await signedInBy(journey);
    const cookies = await journey.context.cookies();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.waitForURL('**/auth');

    await expect.poll(async () => filledOf(await lyingIn(page))).toEqual([]);
    const after = await lyingIn(page);
    expectNobody(after, keys);
    expect(namesOf(after.session, OF_THE_TAB)).toEqual([]);
    expect(namesOf(after.local, OF_THE_DEVICE)).toEqual([]);
    expectProgram(after.caches);
    // The answer to the logout deletes the session cookie; the cookie that stays opens no session and serves the budget of codes.
    await expect
      .poll(async () => (await journey.context.cookies()).map(({ name, httpOnly }) => [name, httpOnly]))
      .toEqual([['mfuko_known', true]]);

    // A copy of all storage from before the logout opens no session.
    await journey.context.addCookies(cookies);
    await page.evaluate((local) => {
      for (const [name, text] of Object.entries(local)) localStorage.setItem(name, text);
    }, before.local);
    const answer = page.waitForResponse('**/api/auth/me');
    await page.goto(`${server.url}/app/student.view`);
    expect((await answer).status()).toBe(401);
    await page.waitForURL('**/auth**');
    await journey.close();
  });

  it("leaves only sealed queued passages in the gate's browser", async () => {
    journey = await openJourney(server);
    ({ page } = journey);
    await journey.signIn(GUARD);
    await page.goto(`${server.url}/app/checkin.pin`);
    await expectGateKept(page);
    // A gate keeps the list of its children for a day without a network.
    await expect.poll(async () => namesOf((await lyingIn(page)).databases)).toContain('mfuko-seen');
    await page.route('**/check/offlineBatch**', (route) => route.abort());
    await journey.context.setOffline(true);
    await journey.told('There is no network');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Admission number').press('Enter');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, { delay: 45 });
    await page.keyboard.press('Enter');
    await journey.told('Offline: 1 waiting');
    await journey.context.setOffline(false);
    const keys = await signedInBy(journey);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL('**/auth');

    await expect.poll(async () => filledOf(await lyingIn(page))).toEqual(['mfuko-offline']);
    const after = await lyingIn(page);
    expectNobody(after, keys);
    expect(namesOf(after.session, OF_THE_TAB)).toEqual([]);
    expect(namesOf(after.local, OF_THE_DEVICE)).toEqual([]);
    expect(namesOf(after.caches).every((name) => name.startsWith('gate-'))).toBe(true);
    expectProgram(after.caches);
    const events = JSON.parse(after.databases['mfuko-offline']?.events?.values ?? '[]') as Record<string, unknown>[];
    expect(events.map((event) => Object.keys(event).toSorted())).toEqual([
      ['counter', 'key', 'lane', 'school', 'sealed'],
    ]);
  });
});
