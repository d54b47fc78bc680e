import { request } from 'node:https';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPage } from '../page.testkit.ts';
import type { Lan } from './lan.ts';
import { type LanScanner, ORIGIN, openTablet, startLanScanner } from './tablet.testkit.ts';

let time = Date.now();
let service: LanScanner;
let lan: Lan;
beforeEach(async () => {
  service = await startLanScanner({ now: () => time });
  lan = service.lan;
});
afterEach(() => service.stop());

describe('connections to the scanner on the LAN', () => {
  test.each(['', 'null', 'https://evil.test', 'http://localhost:4000', 'http://127.0.0.1:4000', `${ORIGIN}.evil.test`])(
    'are rejected with 403 from a page of origin "%s"',
    async (origin) => {
      await expect(openPage(lan.url, { origin, ca: lan.root })).rejects.toThrow('HTTP 403');
    },
  );

  test('are rejected under any other Host header, as after DNS rebinding', async () => {
    const { port } = new URL(lan.url);
    for (const host of ['evil.test', `evil.test:${port}`, 'localhost', `127.0.0.1:${port}`, 'localhost:1'])
      await expect(openTablet(lan, { headers: { host } })).rejects.toThrow('HTTP 403');
  });

  test('fail without TLS and for a client that does not trust the authority', async () => {
    await expect(openPage(lan.url.replace('wss:', 'ws:'), { origin: ORIGIN })).rejects.toThrow();
    await expect(openPage(lan.url, { origin: ORIGIN })).rejects.toThrow('unable to verify the first certificate');
  });

  test('are blocked for one minute from an address after ten failures', async () => {
    for (let i = 0; i < 10; i++) {
      const page = await openTablet(lan);
      page.socket.send('nonsense');
      await page.closed();
    }
    const blocked = await openPage(lan.url, { origin: ORIGIN, ca: lan.root });
    expect(await blocked.closed()).toBe(4429);
    time += 60_000;
    await openTablet(lan);
  });

  test('are limited to four unproven pages for each address', async () => {
    for (let i = 0; i < 4; i++) await openTablet(lan);
    await expect(openTablet(lan)).rejects.toThrow('HTTP 503');
  });

  test('on localhost still check the origin and need no proof', async () => {
    await expect(openPage(service.scanner.url, { origin: 'https://evil.test' })).rejects.toThrow('HTTP 403');
    const page = await openPage(service.scanner.url);
    page.ask('Connect');
    expect(await page.next()).toMatchObject({ code: '200' });
  });
});

test('the LAN server offers the root certificate for download, and no other path', async () => {
  const get = (path: string) =>
    new Promise<{ status: number | undefined; text: string }>((done, fail) => {
      request(`${lan.url.replace('wss:', 'https:')}${path}`, { ca: lan.root }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode, text }));
      })
        .on('error', fail)
        .end();
    });
  expect(await get('/ca.crt')).toEqual({ status: 200, text: lan.root });
  expect((await get('/tablets.json')).status).toBe(426);
});
