import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileService, startHostileService } from '../apps/scanner/src/hostile-service.testkit.ts';
import { connect } from './client.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { HAND } from './keys.ts';
import { type RunningServer, startServer } from './server.ts';

const ADMIN = '254700000001';
const GUARD = '254700000003';
const PIN = '274951';
const NUMBERS = ['4001', '4002'] as const;
const MESSAGES = 10_000;
const MAX_FRAME_BYTES = 2 * 1024 * 1024;

/** Frames in turn: nonsense of every kind, and what is understood but never asked for. */
const FRAMES: readonly (string | Buffer)[] = [
  '{',
  'null',
  '[[[[[[]]]]]]',
  '{"__proto__":{"code":"200"},"constructor":1}',
  JSON.stringify({ code: '200', template: { Template: '<img src=x onerror=alert(1)>' } }),
  JSON.stringify({ code: '200', message: '<b>Scanner connected</b>' }),
  JSON.stringify({ code: '400', message: 'x'.repeat(501) }),
  JSON.stringify({ code: '400', message: 'Press harder' }),
  JSON.stringify({ type: 'finger', lift: false, touch: 1, of: 3 }),
  JSON.stringify({ type: 'advice', advice: 'wipe' }),
  Buffer.alloc(512, 0xff),
];

let program: HostileService;
let server: RunningServer;
let journey: Journey;
let page: Page;

beforeAll(async () => {
  program = await startHostileService();
  server = await startServer({ SEED: 'demo', SCANNER_URL: program.url });
  const office = await connect(server.url);
  await office.signIn(ADMIN, () => server.codeFor(ADMIN));
  office.actOn(String((await office.call('school/getSchools', {}, 'GET')).body[0]?.sysid));
  for (const admissionNumber of NUMBERS) {
    const { body } = await office.call('student/getStudent', { admissionNumber }, 'GET');
    expect((await office.call('student/updateStudent', { sysid: body.sysid, checkPin: PIN })).status).toBe(200);
  }
  journey = await openJourney(server);
  ({ page } = journey);
});
afterAll(async () => {
  await journey?.close();
  program?.stop();
  await server?.stop();
});

type Socket = Awaited<ReturnType<HostileService['served']>>;

/** Waits until the page has read all that was sent to it before: it answers a ping in its turn. */
async function caughtUp(socket: Socket): Promise<void> {
  const pong = new Promise<void>((done) => {
    const listen = (data: Buffer) => {
      if (!String(data).includes('pong')) return;
      socket.off('message', listen);
      done();
    };
    socket.on('message', listen);
  });
  socket.send('ping');
  await pong;
}

async function checkInByPin(number: string): Promise<void> {
  await page.getByLabel('Admission number').fill(number);
  await page.getByLabel('Admission number').press('Enter');
  await page.locator('input[name=checkPin]:focus').waitFor();
  await page.keyboard.type(PIN, HAND);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Latest' }).getByText(number).first().waitFor();
}

describe('hostile program in place of the scanner service', () => {
  recordFailures(() => page);

  it('keeps the gate usable through 10,000 hostile messages, and renders none as markup', async () => {
    await journey.enter(GUARD);
    await page.goto(`${server.url}/app/checkin.fingerprint`);
    const socket = await program.served();
    await caughtUp(socket);
    for (let sent = 0; sent < MESSAGES; sent += 1) socket.send(FRAMES[sent % FRAMES.length] ?? '{');
    await caughtUp(socket);
    // Words of the program are words, not markup.
    expect(await page.locator('main b', { hasText: 'Scanner connected' }).count()).toBe(0);
    await page.getByLabel('Admission number').fill('4001');
    expect(await page.getByLabel('Admission number').inputValue()).toBe('4001');
    expect(journey.complaints).toEqual([]);
  });

  it('checks a student in by PIN while hostile messages arrive', async () => {
    const socket = await program.served();
    const flood = setInterval(() => {
      for (const frame of FRAMES) socket.send(frame);
    }, 5);
    await page.keyboard.press('F3');
    await page.waitForURL('**/checkin.pin');
    await checkInByPin(NUMBERS[0]);
    clearInterval(flood);
    expect(journey.complaints).toEqual([]);
  });

  it('closes the connection on an oversized message, and accepts the reader after a reconnect', async () => {
    const connected = program.next();
    await page.goto(`${server.url}/app/checkin.fingerprint`);
    const socket = await connected;
    await caughtUp(socket);
    const again = program.next();
    const [code] = await new Promise<[number]>((done) => {
      socket.on('close', (closed) => done([closed]));
      socket.send('x'.repeat(MAX_FRAME_BYTES * 16));
    });
    expect(code).toBe(4009);
    (await again).send(JSON.stringify({ type: 'finger', lift: false, touch: 1, of: 1 }));
    await journey.told('Put the finger on the reader');
    await page.goto(`${server.url}/app/checkin.pin`);
    await checkInByPin(NUMBERS[1]);
    expect(journey.complaints).toEqual([]);
  });
});
