import { decodeImage } from '@mfuko/fingerprint/decoding/decode';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, scan, startForTest } from './page.testkit.ts';
import type { Scanner } from './scanner.ts';

let scanner: Scanner;
afterEach(() => scanner.stop());

async function start(): Promise<void> {
  scanner = await startForTest();
}

describe('the tray of the simulator', () => {
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(scanner.trayUrl + path, { method: 'POST', headers }).then((r) => r.status);

  test('touches, lifts, plugs and unplugs by HTTP, and answers 404 to unknown fingers', async () => {
    await start();
    const state = async () => (await fetch(`${scanner.trayUrl}/state`)).json();
    expect((await (await fetch(`${scanner.trayUrl}/fingers`)).json())[6]).toEqual({ id: '7', name: 'Finger 7' });
    expect(await post('/fingers/7/touch')).toBe(204);
    expect(await post('/reader/dirty')).toBe(204);
    expect(await state()).toMatchObject({ finger: '7', plugged: true, dirty: true, page: false });
    expect(await post('/fingers/lift')).toBe(204);
    expect(await post('/reader/unplug')).toBe(204);
    expect(await post('/reader/clean')).toBe(204);
    expect(await state()).toMatchObject({ finger: null, plugged: false, dirty: false });
    expect(await post('/reader/plug')).toBe(204);
    expect(
      await Promise.all(['/fingers/0/touch', '/fingers/x/touch', '/fingers/../touch', '/nothing'].map((p) => post(p))),
    ).toEqual([404, 404, 404, 404]);
    const portrait = await fetch(`${scanner.trayUrl}/fingers/7/portrait.png`);
    expect(decodeImage(new Uint8Array(await portrait.arrayBuffer())).width).toBe(300);
  });

  test('rejects cross-site requests and serves a page without inline scripts', async () => {
    await start();
    for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1:4000'])
      expect(await post('/fingers/7/touch', { origin })).toBe(403);
    expect(await post('/fingers/7/touch', { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post('/fingers/7/touch', { origin: scanner.trayUrl, 'sec-fetch-site': 'same-origin' })).toBe(204);
    const page = await fetch(scanner.trayUrl);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|style=|\son\w+=/);
  });

  test('logs the kinds of frames without their pictures', async () => {
    await start();
    scanner.touch(1);
    const page = await openPage(scanner.url);
    await scan(page);
    page.socket.send('{"type":"<b>"}');
    await page.next();
    const { log } = await (await fetch(`${scanner.trayUrl}/state`)).json();
    expect(log.map((e: { kind: string }) => e.kind).reverse()).toEqual([
      'get-fingerprint',
      '200',
      '200',
      '200',
      '200 with picture',
      'unreadable',
      '400',
    ]);
    expect(JSON.stringify(log).length).toBeLessThan(1000);
  });
});
