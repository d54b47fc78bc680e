import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { decodeImage } from '@mfuko/fingerprint/decoding/decode';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, scan, startForTest, type TestPage } from './page.testkit.ts';
import type { Scanner, ScannerOptions } from './scanner.ts';

let scanner: Scanner;
afterEach(() => scanner.stop());

async function start(options: ScannerOptions = {}): Promise<void> {
  scanner = await startForTest(options);
}

describe('a page that scans', () => {
  test('is asked for three touches and receives a picture with its metadata', async () => {
    await start();
    const page = await openPage(scanner.url);
    page.ask('Connect');
    expect(await page.next()).toEqual({
      code: '200',
      message: 'Scanner connected successfully. Put student finger 3 times',
    });
    page.ask('get-fingerprint');
    expect(await page.next()).toEqual({ code: '200', message: 'Put finger 1 of 3' });
    scanner.touch(7);
    expect(await page.next()).toEqual({ code: '200', message: 'Put finger 2 of 3' });
    expect(await page.next()).toEqual({ code: '200', message: 'Put finger 3 of 3' });
    const { code, template } = await page.next();
    const bytes = Buffer.from(template!.Template, 'base64');
    expect(code).toBe('200');
    expect(decodeImage(bytes)).toMatchObject({ width: 300, height: 400, dpi: 500 });
    expect(template).toMatchObject({
      SerialNumber: 'MFUKO-SIM-0001',
      Width: 300,
      Height: 400,
      DPI: 500,
      Size: bytes.length,
    });
  });

  test('receives different pixels on each of six scans of one finger', async () => {
    await start();
    scanner.touch(3);
    const page = await openPage(scanner.url);
    const seen = new Set<string>();
    for (let i = 0; i < 6; i++) seen.add((await scan(page)).template!.Template);
    expect(seen.size).toBe(6);
  });

  test('gets an error when no finger comes, and when a scan is already running', async () => {
    await start({ waitMs: 500 });
    const page = await openPage(scanner.url);
    page.ask('get-fingerprint');
    expect(await page.next()).toMatchObject({ message: 'Put finger 1 of 3' });
    page.ask('get-fingerprint');
    expect(await page.next()).toEqual({ code: '400', message: 'A scan is already running' });
    expect(await page.next()).toEqual({ code: '400', message: 'No finger was put on the reader' });
  });

  test('cancels a scan with flush and can start another at once', async () => {
    await start();
    const page = await openPage(scanner.url);
    page.ask('get-fingerprint');
    expect(await page.next()).toMatchObject({ message: 'Put finger 1 of 3' });
    page.ask('flush');
    expect(await page.next()).toMatchObject({ message: 'Ready for the next finger' });
    scanner.touch(2);
    expect((await scan(page)).template).toBeDefined();
  });

  test('is notified when the reader is unplugged, during and between scans', async () => {
    await start();
    const page = await openPage(scanner.url);
    page.ask('get-fingerprint');
    await page.next();
    scanner.unplug();
    expect(await page.next()).toEqual({ code: '400', message: 'The fingerprint reader is not connected' });
    expect(await scan(page)).toMatchObject({ code: '400' });
    scanner.plug();
    expect(await page.next()).toEqual({ code: '200', message: 'The fingerprint reader is connected again' });
    scanner.unplug();
    expect(await page.next()).toMatchObject({ code: '400' });
  });
});

describe('a scan with guided lifting', () => {
  const ONCE = { type: 'get-fingerprint', times: 1, lift: true };
  const THRICE = { type: 'get-fingerprint', times: 3, lift: true };
  const ask = (page: TestPage, frame: object) => page.socket.send(JSON.stringify(frame));
  const glass = (lift: boolean, touch: number, of: number) => ({ type: 'finger', on: lift, lift, touch, of });

  test('asks for one touch and reports the state of the glass', async () => {
    await start();
    const page = await openPage(scanner.url);
    ask(page, ONCE);
    expect(await page.next()).toEqual({ code: '200', message: 'Put the finger on the reader' });
    expect(await page.next()).toEqual(glass(false, 1, 1));
    scanner.touch(7);
    expect((await page.next()).template).toBeDefined();
  });

  test('returns no second picture until the finger was lifted', async () => {
    await start();
    const page = await openPage(scanner.url);
    scanner.touch(7);
    ask(page, ONCE);
    while (!(await page.next()).template);
    ask(page, ONCE);
    expect(await page.next()).toEqual(glass(true, 1, 1));
    scanner.lift();
    expect(await page.next()).toMatchObject({ message: 'Put the finger on the reader' });
    expect(await page.next()).toEqual(glass(false, 1, 1));
    scanner.touch(7);
    expect((await page.next()).template).toBeDefined();
  });

  test("accepts the next person's finger without a wait for a lift", async () => {
    await start();
    const page = await openPage(scanner.url);
    scanner.touch(7);
    ask(page, ONCE);
    while (!(await page.next()).template);
    scanner.touch(8);
    ask(page, ONCE);
    expect(await page.next()).toMatchObject({ code: '200' });
    await page.next();
    expect((await page.next()).template).toBeDefined();
  });

  test('times out if the finger is not lifted', async () => {
    await start({ waitMs: 300 });
    const page = await openPage(scanner.url);
    scanner.touch(7);
    ask(page, ONCE);
    while (!(await page.next()).template);
    ask(page, ONCE);
    await page.next();
    expect(await page.next()).toEqual({ code: '400', message: 'The finger was not taken off the reader' });
  });

  test('fails when the reader is unplugged while it waits for a lift', async () => {
    await start();
    const page = await openPage(scanner.url);
    scanner.touch(7);
    ask(page, ONCE);
    while (!(await page.next()).template);
    ask(page, ONCE);
    expect(await page.next()).toEqual(glass(true, 1, 1));
    scanner.unplug();
    let frame = await page.next();
    while (frame.code !== '400') frame = await page.next();
    expect(frame.message).toBe('The fingerprint reader is not connected');
  });

  test('guides three touches with a lift between each', async () => {
    await start();
    const page = await openPage(scanner.url);
    scanner.touch(7);
    ask(page, THRICE);
    const frames = [];
    for (;;) {
      const frame = await page.next();
      if (frame.template) break;
      frames.push(frame);
    }
    expect(frames.filter(({ type }) => type === 'finger')).toEqual([
      glass(false, 1, 3),
      glass(true, 2, 3),
      glass(false, 2, 3),
      glass(true, 3, 3),
      glass(false, 3, 3),
    ]);
  });

  test('advises twice on a dirty finger, then returns a picture', async () => {
    await start();
    const page = await openPage(scanner.url);
    scanner.setDirty(true);
    const advice = [];
    ask(page, ONCE);
    for (;;) {
      const frame = await page.next();
      if (frame.template) break;
      if (frame.type === 'advice') advice.push(frame.advice);
      if (frame.type === 'finger' && frame.lift) scanner.lift();
      if (frame.type === 'finger' && !frame.lift) scanner.touch(4);
    }
    const word = expect.stringMatching(/^(flatter|wipe|dry|wet|middle)$/);
    expect(advice).toEqual([word, word]);
  });
});

describe('fingers of two children in one scan', () => {
  test.each([{}, { times: 3, lift: true }])('are rejected without a picture, requested with %o', async (wish) => {
    await start();
    const page = await openPage(scanner.url);
    page.socket.send(JSON.stringify({ type: 'get-fingerprint', ...wish }));
    for (let told = 0; ; ) {
      const { message, template, code } = await page.next();
      expect(template).toBeUndefined();
      if (code === '400') {
        expect(message).toBe('The touches were not of one finger, begin again');
        break;
      }
      if (!message) continue;
      told += 1;
      // The second child puts the finger on before the first has had three touches.
      scanner.touch(told === 1 ? 7 : 8);
    }
  });
});

describe('connections to the scanner', () => {
  test('are accepted from pages of this machine and of configured origins', async () => {
    await start({ origins: ['https://school.example'] });
    for (const origin of [
      'http://127.0.0.1:4000',
      'http://localhost:5173',
      'http://localhost',
      'https://school.example',
    ]) {
      const page = await openPage(scanner.url, { origin });
      page.socket.close();
      await page.closed();
    }
    const page = await openPage(scanner.url.replace('127.0.0.1', 'localhost'));
    expect(page.socket.readyState).toBe(1);
  });

  test.each([
    '',
    'null',
    'https://evil.test',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test:4000',
    'https://localhost:4000',
    'http://localhost:4000/x',
    'file://',
  ])('are rejected with 403 from a page of origin "%s"', async (origin) => {
    await start();
    await expect(openPage(scanner.url, { origin })).rejects.toThrow('HTTP 403');
  });

  test('are rejected under any other Host header, as after DNS rebinding', async () => {
    await start();
    const { port } = new URL(scanner.url);
    for (const host of ['evil.test', `evil.test:${port}`, '127.0.0.1', 'localhost:1', `127.0.0.1:${port}.evil.test`]) {
      await expect(openPage(scanner.url, { headers: { host } })).rejects.toThrow('HTTP 403');
    }
  });

  test('are refused on any address but the loopback address', async () => {
    await start();
    const outside =
      Object.values(networkInterfaces())
        .flat()
        .find((i) => i?.family === 'IPv4' && !i.internal)?.address ?? '127.0.0.2';
    for (const url of [scanner.url, scanner.trayUrl]) {
      const socket = connect(Number(new URL(url).port), outside);
      await expect(new Promise((done, fail) => socket.on('connect', done).on('error', fail))).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
    }
  });

  test('are accepted from one page at a time', async () => {
    await start();
    const first = await openPage(scanner.url);
    const second = await openPage(scanner.url);
    expect(await second.next()).toEqual({ code: '400', message: 'The scanner is busy with another page' });
    expect(await second.closed()).toBe(1013);
    first.socket.close();
    await first.closed();
    const third = await openPage(scanner.url);
    third.ask('Connect');
    expect(await third.next()).toMatchObject({ code: '200' });
  });

  test('are taken over from a page that is dead', async () => {
    await start();
    const dead = await openPage(scanner.url, { autoPong: false });
    const second = await openPage(scanner.url);
    second.ask('Connect');
    expect(await second.next()).toMatchObject({ code: '200' });
    await dead.closed();
  });

  test('are closed when a page answers no ping', async () => {
    await start({ pingMs: 30 });
    const dead = await openPage(scanner.url, { autoPong: false });
    await dead.closed();
  });
});

describe('hostile frames', () => {
  test('larger than 2 MB close the connection but leave the service running', async () => {
    await start();
    const page = await openPage(scanner.url);
    page.socket.send('x'.repeat(2 * 1024 * 1024 + 1));
    expect(await page.closed()).toBe(1009);
    const next = await openPage(scanner.url);
    next.ask('Connect');
    expect(await next.next()).toMatchObject({ code: '200' });
  });

  test('of any content leave the service able to scan', async () => {
    await start();
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc.uint8Array({ maxLength: 200 }),
      fc.constant(`${'['.repeat(100_000)}`),
      fc.constant('{"type":{"toString":1}}'),
      fc.constant('{"__proto__":{"type":"Connect"}}'),
      fc.constantFrom('Connect', 'get-fingerprint', 'flush', 'pong').map((type) => JSON.stringify({ type, extra: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { maxLength: 60 }), async (frames) => {
        const page = await openPage(scanner.url);
        for (const frame of frames) page.socket.send(frame);
        page.socket.close();
        await page.closed();
      }),
      { numRuns: 60 },
    );
    scanner.touch(1);
    expect((await scan(await openPage(scanner.url))).template).toBeDefined();
  });

  test('close the connection of a page that sends 25 unreadable ones', async () => {
    await start();
    const page = await openPage(scanner.url);
    for (let i = 0; i < 25; i++) page.socket.send('nonsense');
    expect(await page.next()).toEqual({ code: '400', message: 'The scanner did not understand the page' });
    expect(await page.closed()).toBe(1008);
  });
});
