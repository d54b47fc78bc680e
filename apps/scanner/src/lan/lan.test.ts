import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, scan } from '../page.testkit.ts';
import { fingerprintOf, type Lan } from './lan.ts';
import {
  askToPair,
  comeBack,
  type LanScanner,
  makeTabletKey,
  openTablet,
  pairTablet,
  startLanScanner,
} from './tablet.testkit.ts';

const DAY = 24 * 60 * 60_000;
const BUSY = { code: '400', message: 'The scanner is busy with another page' };

let service: LanScanner;
let lan: Lan;
beforeEach(async () => {
  service = await startLanScanner();
  lan = service.lan;
});
afterEach(() => service.stop());

describe('a paired tablet', () => {
  test('pairs by a code, then reconnects with its key alone and scans', async () => {
    const { key, page } = await pairTablet(lan);
    page.ask('Connect');
    expect(await page.next()).toMatchObject({ code: '200' });
    page.socket.close();
    await page.closed();
    const again = await comeBack(lan, key);
    service.scanner.touch(7);
    const { template } = await scan(again, { challenge: 'abc' });
    expect(template).toMatchObject({ Width: 300, Challenge: 'abc', Signature: expect.stringMatching(/^[\w-]{86}$/) });
  });

  test('receives the thumbprint of its key as its id', async () => {
    const key = makeTabletKey();
    const page = await openTablet(lan);
    askToPair(page, key, lan.pair().code);
    expect(await page.next()).toEqual({ type: 'paired', tablet: key.id });
    expect(lan.tablets()).toMatchObject([{ id: key.id, label: 'Gate tablet', isHere: true }]);
  });

  test('is recognised after the service restarts', async () => {
    const { key } = await pairTablet(lan);
    const { scanner, folder } = service;
    const { root } = lan;
    await scanner.stop();
    service = await startLanScanner({ folder });
    expect(service.lan.root).toBe(root);
    const page = await comeBack(service.lan, key);
    page.ask('Connect');
    expect(await page.next()).toMatchObject({ code: '200' });
  });

  test('gets a busy error while another tablet uses the reader, whose scan completes', async () => {
    const first = await pairTablet(lan, 'first');
    first.page.ask('get-fingerprint');
    expect(await first.page.next()).toMatchObject({ message: 'Put finger 1 of 3' });
    const second = await pairTablet(lan, 'second');
    expect(await second.page.next()).toEqual(BUSY);
    expect(await second.page.closed()).toBe(1013);
    service.scanner.touch(7);
    let frame = await first.page.next();
    while (!frame.template) frame = await first.page.next();
    expect(frame.code).toBe('200');
  });

  test('shares the reader with pages of this machine, one connection at a time', async () => {
    const { page } = await pairTablet(lan);
    const own = await openPage(service.scanner.url);
    expect(await own.next()).toEqual(BUSY);
    page.socket.close();
    await page.closed();
    const next = await openPage(service.scanner.url);
    next.ask('Connect');
    expect(await next.next()).toMatchObject({ code: '200' });
    const { page: tablet } = await pairTablet(lan);
    expect(await tablet.next()).toEqual(BUSY);
  });
});

test('the certificate is renewed while the service runs, and paired tablets reconnect', async () => {
  let time = Date.now() - 310 * DAY;
  const running = await startLanScanner({ now: () => time, certificateMs: 1 });
  try {
    const old = running.lan.certificate();
    const { key, page } = await pairTablet(running.lan);
    page.socket.close();
    time = Date.now();
    await vi.waitFor(() => expect(running.lan.certificate()).not.toBe(old), { timeout: 30_000 });
    expect(await shownBy(running.lan)).toBe(fingerprintOf(running.lan.certificate()));
    await comeBack(running.lan, key);
  } finally {
    await running.stop();
  }
});

/** Returns the fingerprint of the certificate that a new connection receives. */
function shownBy({ url, root }: Lan): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ host: 'localhost', port: Number(new URL(url).port), ca: root }, () => {
      done(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', fail);
  });
}
