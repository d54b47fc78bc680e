import { getTrip } from '@mfuko/contract/bus-trips';
import { getCheckStudent } from '@mfuko/contract/students';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// People of the demo school; the Nth finger of the tray is its Nth student's.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const PLATE = 'KCB 204K';
const FIRST = 4001;
const CHILDREN = [1, 2, 3, 4, 5, 6] as const;
const numberOf = (finger: number) => String(FIRST + finger - 1);

let server: RunningServer;
let scanner: Scanner;
let journey: Journey;
let page: Page;
let admin: WireClient;
/** Lines from the page to the reader, the newest last, each with both of its ends. */
const lines: WebSocketRoute[][] = [];
/** Boardings that went out, each with what it was answered. */
const sent: [string, number][] = [];
/** Holds back the answer of the next boarding. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0 });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url });
  admin = await connect(server.url);
  await admin.signIn(ADMIN, () => server.codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  await admin.call('school/createBus', { busNumberPlate: PLATE, label: 'Kondele' });
  await admin.call('check/openTrip', { busNumberPlate: PLATE, direction: 'toSchool' });
  journey = await openJourney(server);
  ({ page } = journey);
  await page.routeWebSocket(scanner.url, (route) => {
    lines.push([route.connectToServer(), route]);
  });
  await page.route('**/api/check/onBusFingerprint', async (route) => {
    const answer = await route.fetch();
    const { admissionNumber, problem } = (await answer.json()) as { admissionNumber?: string; problem?: string };
    sent.push([admissionNumber ?? String(problem), answer.status()]);
    await held;
    await route.fulfill({ response: answer });
  });
  await journey.enter(BURSAR);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
});

const door = () => page.getByLabel('Admission number');
async function openTrip(): Promise<void> {
  await page.goto(`${server.url}/app/check.trip`);
  await page.getByLabel('Bus', { exact: true }).selectOption(PLATE);
  await page.getByRole('checkbox', { name: 'With a finger' }).check();
}
/** Somebody types the number of the next child. */
async function type(finger: number): Promise<void> {
  await door().fill(numberOf(finger));
  await door().press('Enter');
}
/** The screen shows the child as aboard, and the child's finger stays on the reader. */
async function getsOn(finger: number): Promise<void> {
  await type(finger);
  await journey.told('Put the finger on the reader');
  scanner.touch(finger);
  await isOn(finger);
}
const isOn = (finger: number) =>
  page
    .getByRole('status')
    .getByText(new RegExp(`${numberOf(finger)} · `))
    .waitFor();
/** The previous child's finger is still on the reader: no finger goes with the next number until it was lifted. */
async function liesThere(next: number): Promise<void> {
  await type(next);
  await journey.told('Take the finger off the reader');
  expect(await door().inputValue()).toBe(numberOf(next));
  scanner.lift();
  await journey.told('Put the finger on the reader');
  scanner.touch(next);
  await isOn(next);
}

describe('finger left on the reader of a bus', () => {
  recordFailures(() => page);

  it('does not take a finger left on the reader for the next student', async () => {
    for (const finger of CHILDREN) {
      const isEnrolled = async () =>
        (await admin.ask(getCheckStudent, { admissionNumber: numberOf(finger) })).hasFingerprint;
      await expect.poll(isEnrolled, { timeout: 120_000, interval: 200 }).toBe(true);
    }
    await openTrip();
    await getsOn(1);
    await liesThere(2);
    await checkScreen(page, 'a finger left on the reader');
  });

  it('after a reload, does not take a finger left on the reader for the next student', async () => {
    scanner.lift();
    await getsOn(3);
    await openTrip();
    await liesThere(4);
  });

  it('after a lost reader connection, does not take a finger left on the reader for the next student', async () => {
    scanner.lift();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    held = promise;
    await type(5);
    await journey.told('Put the finger on the reader');
    scanner.touch(5);
    await expect.poll(() => sent.at(-1)).toEqual([numberOf(5), 200]);
    const before = lines.length;
    for (const end of lines.at(-1) ?? []) await end.close({ code: 3001 });
    await expect.poll(() => lines.length).toBe(before + 1);
    answer();
    held = undefined;
    await isOn(5);
    await liesThere(6);
  });

  it('records each of six boardings once, and for the right student', async () => {
    expect(sent).toEqual(CHILDREN.map((finger) => [numberOf(finger), 200]));
    const { aboard } = await admin.ask(getTrip, { busNumberPlate: PLATE });
    expect(aboard.map(({ admissionNumber }) => admissionNumber).toSorted()).toEqual(CHILDREN.map(numberOf));
    expect(journey.complaints).toEqual([]);
  });
});
