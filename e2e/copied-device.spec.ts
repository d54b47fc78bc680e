import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const BURSAR = '254700000002';
const GUARD = '254700000003';

let server: RunningServer;
let admin: WireClient;
let office: WireClient;
let gate: Journey;
let page: Page;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  office = await connect(server.url);
  await office.signIn(BURSAR, () => server.codeFor(BURSAR));
  const made = await admin.call('school/createDeviceCode', { label: 'Gate tablet', role: 'gate' });
  gate = await openJourney(server);
  ({ page } = gate);
  await gate.enter(GUARD);
  await page.goto(`${server.url}/app/device.this`);
  await page.getByRole('textbox', { name: 'Code' }).fill(String((made.body as unknown as { code: string }).code));
  await page.getByRole('button', { name: 'Enrol this device' }).click();
  await page.getByText('The school recognises this device by its key', { exact: false }).waitFor();
});
afterAll(async () => {
  await gate?.close();
  await server?.stop();
});

interface Marks {
  readonly device: string;
  readonly marks: readonly string[];
  readonly at: number;
  readonly kept: boolean;
}

/** Reads the marks that the browser stores, after it has replaced them by the given ones. */
function stored(put?: Marks): Promise<Marks | null> {
  return page.evaluate(
    (given) =>
      new Promise<Marks | null>((resolve, reject) => {
        const opened = indexedDB.open('mfuko-device', 1);
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction('keys', 'readwrite');
          const store = transaction.objectStore('keys');
          if (given) store.put(given, 3);
          const found = store.get(3);
          transaction.oncomplete = () => {
            opened.result.close();
            resolve(found.result ?? null);
          };
        };
      }),
    put,
  );
}

async function kept(): Promise<Marks> {
  await expect.poll(async () => (await stored())?.kept, { timeout: 15_000 }).toBe(true);
  return (await stored()) as Marks;
}

/** Makes the next mark due, as after a quarter of an hour. */
async function letPass(): Promise<void> {
  const marks = await kept();
  await stored({ ...marks, at: marks.at - 15 * 60_000 });
}

const openGate = async (on = page) => {
  await on.goto(`${server.url}/app/checkin.pin`);
  await on.getByLabel('Admission number').waitFor();
};
const forks = async () =>
  ((await office.call('notifications/getNotifications', {}, 'GET')).body as unknown as { kind: string }[]).filter(
    ({ kind }) => kind === 'device.forked',
  ).length;

describe('marks of an enrolled device', () => {
  recordFailures(() => page);

  it('survive reloads, lost answers and a second tab', async () => {
    await openGate();
    const first = await kept();
    await letPass();
    let heard = 0;
    const lose = async (route: Route) => {
      const answer = await route.fetch();
      if (answer.headers()['device-continuity']) heard++;
      await route.abort();
    };
    // The server hears the new mark, and the device never hears that it did.
    await page.route('**/api/**', lose);
    await page.goto(`${server.url}/app/checkin.pin`);
    await expect.poll(() => heard, { timeout: 15_000 }).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await stored()).toMatchObject({ marks: [expect.any(String), ...first.marks], kept: false });
    await openGate();
    const second = await kept();
    expect(second.marks.slice(1)).toEqual(first.marks);

    await letPass();
    const tab = await gate.context.newPage();
    await Promise.all([openGate(tab), openGate()]);
    expect((await kept()).marks.slice(1)).toEqual(second.marks);
    await tab.close();
    await openGate();
    expect(await forks()).toBe(0);
  });

  it('find out a copy, sign its users out, and tell the office', async () => {
    const copy = await kept();
    await letPass();
    await openGate();
    expect((await kept()).marks.slice(1)).toEqual(copy.marks);
    // The browser is now as its copy, which was made before, and makes a mark of its own.
    await stored({ ...copy, at: copy.at - 15 * 60_000 });
    await page.goto(`${server.url}/app/checkin.pin`);
    await page.getByLabel('Phone number').waitFor();
    await expect.poll(forks, { timeout: 15_000 }).toBe(1);
  });
});
