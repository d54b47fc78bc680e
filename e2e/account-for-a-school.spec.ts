import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type WireClient } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { expectGateKept } from './kept-gate.testkit.ts';
import { startProxy } from './proxy.ts';
import { type RunningServer, runServer, startServer } from './server.ts';

/** `npm run proof:rollcall` takes 800; what it does is the same. */
const PROVEN = process.env.ROLL_CHILDREN;
const CHILDREN = Number(PROVEN ?? 24);
const FIRST = 8001;
const ADMIN = '254700000001';
const MARSHALS = ['254700000002', '254700000003', '254711000901'] as const;
/** As a device sends them. */
const EVENTS_A_BATCH = 200;
const REASON = 'Smoke in the kitchen';

/** Server behind the address that the tablets know; it is replaced by another one later. */
const servers: RunningServer[] = [];
let proxy: Awaited<ReturnType<typeof startProxy>>;
let address: string;
let admin: WireClient;
const marshals: Journey[] = [];
const numberOf = (place: number) => String(FIRST + place);

beforeAll(async () => {
  servers.push(await startServer({ SEED: 'demo' }));
  proxy = await startProxy(servers);
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  admin = await connect(address);
  await admin.signIn(ADMIN, () => running().codeFor(ADMIN));
  admin.actOn(String((await admin.call('school/viewSchools', {}, 'GET')).body[0]?.sysid));
  await enrol();
  await letIn();
  for (const phone of MARSHALS) {
    const marshal = await openJourney({ ...running(), url: address });
    marshals.push(marshal);
    await marshal.signIn(phone);
  }
}, 600_000);
afterAll(async () => {
  for (const marshal of marshals) await marshal.close();
  proxy?.close();
  await servers[0]?.stop();
});

function first(): Journey {
  const [marshal] = marshals;
  if (!marshal) throw new Error('no marshal is there');
  return marshal;
}

function running(): RunningServer {
  const [server] = servers;
  if (!server) throw new Error('no server runs');
  return server;
}

async function enrol(): Promise<void> {
  const made = await admin.call('school/createCheckAgent', {
    phoneNumber: MARSHALS[2],
    email: 'marshal@example.com',
    firstName: 'Wanjiru',
    lastNames: 'Njoroge',
    password: 'Mfuko-7731',
    confirmPassword: 'Mfuko-7731',
  });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  const classes = await admin.call('school/getClasses', {}, 'GET');
  for (let place = 0; place < CHILDREN; place++) {
    const child = { admissionNumber: numberOf(place), names: `Amina Juma ${numberOf(place)}` };
    const { status } = await admin.call('student/createStudent', {
      ...child,
      classSYSID: classes.body[place % 2]?.sysid,
    });
    expect(status).toBe(200);
  }
}

/** Everybody is in school, on a guard's word. */
async function letIn(): Promise<void> {
  const events = Array.from({ length: CHILDREN }, (_, counter) => ({
    ...{ key: randomUUID(), counter, kind: 'in', admissionNumber: numberOf(counter), method: 'attested' },
    occurredAt: new Date().toISOString(),
  }));
  for (let from = 0; from < events.length; from += EVENTS_A_BATCH) {
    const { body } = await admin.call('check/offlineBatch', { events: events.slice(from, from + EVENTS_A_BATCH) });
    for (const outcome of body.outcomes as { status: string }[]) expect(outcome.status).toBe('unverified');
  }
}

/** Figures are for whoever asked for the proof; a run of the tests asks of time nothing. */
const tell = (line: string) => void (PROVEN && process.stdout.write(`${line}\n`));
const seconds = (began: number) => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

const accounted = (of: Page) => of.locator('dd').first().textContent();

describe('roll call by three marshals while the server is off', () => {
  recordFailures(() => first().page);

  it('opens a roll call on each of three devices from its stored list while the server is off', async () => {
    for (const { page } of marshals) {
      await page.goto(`${address}/app/checkin.pin`);
      await page.getByRole('link', { name: /in school/ }).waitFor();
      await expectGateKept(page);
    }
    await running().end('SIGKILL');
    for (const { page } of marshals) {
      const began = performance.now();
      await page.goto(`${address}/app/check.rollcall`);
      await page.getByLabel('Reason').fill(REASON);
      tell(`open after ${seconds(began)}`);
      await page.getByRole('button', { name: 'Start the roll call' }).click();
      await expect.poll(() => accounted(page)).toMatch(/^0 of [\d,]+$/);
    }
  });

  it('counts the ticks of each marshal, with one student ticked by all three', async () => {
    const began = performance.now();
    const ticked = await Promise.all(
      marshals.map(async ({ page }, marshal) => {
        const places = Array.from({ length: CHILDREN }, (_, place) => place).filter((place) => place % 3 === marshal);
        const all = new Set([...places, 0]);
        for (const place of all) await page.getByRole('button', { name: numberOf(place) }).click();
        return all.size;
      }),
    );
    tell(`${CHILDREN} ticked by three in ${seconds(began)}`);
    for (const [marshal, { page }] of marshals.entries())
      await expect.poll(() => accounted(page)).toMatch(new RegExp(`^${ticked[marshal]} of`));
  }, 1_200_000);

  it('merges three offline roll calls into one with each student once, when the server is back', async () => {
    const { dataDir } = running();
    const began = performance.now();
    servers[0] = await runServer({ SEED: 'none' }, dataDir);
    for (const { page } of marshals) {
      await page.getByText('Online · 0 waiting').first().waitFor({ timeout: 120_000 });
      await expect.poll(() => accounted(page), { timeout: 60_000 }).toMatch(new RegExp(`^${CHILDREN} of`));
    }
    tell(`one roll call ${seconds(began)} after the server was started again`);
    const { body } = await admin.call('check/getRollCall', { named: 'true' }, 'GET');
    const seen = body.seen as { admissionNumber: string; by: string }[];
    expect(seen.map(({ admissionNumber }) => admissionNumber).sort()).toEqual(
      Array.from({ length: CHILDREN }, (_, place) => numberOf(place)),
    );
    expect(new Set(seen.map(({ by }) => by)).size).toBe(MARSHALS.length);
  }, 600_000);

  it('ends the merged roll call and lists the students in its record', async () => {
    const { page } = first();
    await page.getByRole('button', { name: 'End the roll call' }).click();
    await page.getByRole('region', { name: 'End the roll call?' }).getByRole('button').first().click();
    const record = page.getByRole('region', { name: 'Seen', exact: false });
    for (const place of [0, CHILDREN - 1]) await record.getByText(numberOf(place)).waitFor();
    const pdf = await page.pdf({ format: 'A4' });
    const folder = process.env.E2E_SHOTS;
    if (folder) writeFileSync(`${folder}/roll call.pdf`, pdf);
    // The printed list names every child.
    expect(pdf.length).toBeGreaterThan(1_000);
  }, 120_000);
});
