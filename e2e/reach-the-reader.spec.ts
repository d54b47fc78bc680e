import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scanner, startScanner } from '../apps/scanner/src/scanner.ts';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { checkScreen } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const GUARD = '254700000003';
const PIN = '274951';
const NUMBER = '4001';

let front: Server;
let scanner: Scanner;
let server: RunningServer;
let journey: Journey;
let page: Page;
let site: string;

beforeAll(async () => {
  let behind = 0;
  front = createServer((socket) => {
    const onward = dial(behind, '127.0.0.1');
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  site = `http://shule.localhost:${port}`;
  scanner = await startScanner({ port: 0, trayPort: 0, pauseMs: 0, origins: [site] });
  server = await startServer({ SEED: 'demo', SCANNER_URL: scanner.url, PUBLIC_URL: site });
  behind = Number(new URL(server.url).port);
  const office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/getSchools', {}, 'GET')).body[0]?.sysid));
  const { body } = await office.call('student/getStudent', { admissionNumber: NUMBER }, 'GET');
  expect((await office.call('student/updateStudent', { sysid: body.sysid, checkPin: PIN })).status).toBe(200);
  // A safe address, as https is, and one on the internet to this browser: it asks before a page from there reaches what is on this machine.
  journey = await openJourney({ ...server, url: site }, undefined, [
    `--ip-address-space-overrides=127.0.0.1:${port}=public`,
  ]);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  await scanner?.stop();
  await server?.stop();
  front?.close();
});

const gate = () => page.goto(`${site}/app/checkin.fingerprint`);

describe('reader on this machine for a page of a public address', () => {
  recordFailures(() => page);

  it('reports that the browser blocks the reader, and checks a student in by PIN', async () => {
    await journey.signIn(GUARD);
    await gate();
    await journey.told('Blocked by the browser: allow the scanner left of the address');
    await checkScreen(page, 'check in, the browser forbids the reader');
    await page.keyboard.press('F3');
    await page.waitForURL('**/checkin.pin');
    await page.getByLabel('Admission number').fill(NUMBER);
    await page.getByLabel('Admission number').press('Enter');
    await page.locator('input[name=checkPin]:focus').waitFor();
    await page.keyboard.type(PIN, HAND);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Latest' }).getByText(NUMBER).first().waitFor();
  });

  it("reaches the reader once the browser's permission is granted", async () => {
    await journey.context.grantPermissions(['geolocation', 'local-network-access'], { origin: site });
    await gate();
    await journey.told('Put the finger on the reader');
  });
});
