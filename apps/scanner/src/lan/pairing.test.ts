import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Lan } from './lan.ts';
import {
  askToPair,
  comeBack,
  type LanScanner,
  makeTabletKey,
  openTablet,
  pairTablet,
  prove,
  signedBy,
  startLanScanner,
} from './tablet.testkit.ts';

const TEN_MINUTES = 10 * 60_000;

let time = Date.now();
let service: LanScanner;
let lan: Lan;
beforeEach(async () => {
  service = await startLanScanner({ now: () => time });
  lan = service.lan;
});
afterEach(() => service.stop());

describe('a pairing code', () => {
  const tryCode = async (code: string) => {
    const page = await openTablet(lan);
    askToPair(page, makeTabletKey(), code);
    return page.closed();
  };
  const other = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0');

  test('pairs exactly one tablet', async () => {
    const { code } = lan.pair();
    const page = await openTablet(lan);
    askToPair(page, makeTabletKey(), code);
    expect(await page.next()).toMatchObject({ type: 'paired' });
    expect(await tryCode(code)).toBe(4410);
    expect(lan.tablets()).toHaveLength(1);
  });

  test('is invalid after five wrong attempts, each answered as wrong', async () => {
    const { code } = lan.pair();
    for (let i = 0; i < 5; i++) expect(await tryCode(other(code))).toBe(4403);
    expect(await tryCode(code)).toBe(4410);
    expect(lan.tablets()).toEqual([]);
  });

  test('expires after ten minutes', async () => {
    const { code, until } = lan.pair();
    expect(until).toBe(time + TEN_MINUTES);
    time += TEN_MINUTES;
    expect(await tryCode(code)).toBe(4410);
  });

  test('is replaced by a newer code, and none is open at first', async () => {
    expect(await tryCode('12345678')).toBe(4410);
    const { code } = lan.pair();
    lan.pair();
    expect(await tryCode(code)).toBe(4403);
  });

  test("needs a signature by the key to be paired over this connection's nonce", async () => {
    const { code } = lan.pair();
    const key = makeTabletKey();
    for (const text of [`mfuko-pair localhost other ${code}`, 'mfuko-pair localhost']) {
      const page = await openTablet(lan);
      page.ask('pair', { code, publicKey: key.publicKey, label: 'x', signature: signedBy(key, text) });
      expect(await page.closed()).toBe(4401);
    }
    expect(lan.tablets()).toEqual([]);
  });

  test('never appears in the log, right or wrong', async () => {
    const { code } = lan.pair();
    await tryCode(other(code));
    const page = await openTablet(lan);
    askToPair(page, makeTabletKey(), code);
    await page.next();
    expect(service.lines.join('\n')).toContain('A tablet is paired: Gate tablet');
    expect(service.lines.filter((line) => line.includes(code) || line.includes(other(code)))).toEqual([]);
  });

  test("stores a tablet's label without control and bidirectional characters, cut to length", async () => {
    await pairTablet(lan, `a\u001b[2J\nb\u202e${'x'.repeat(100)}`);
    expect(lan.tablets()[0]?.label).toBe(`a [2J b ${'x'.repeat(32)}`);
  });
});

describe('unpairing a tablet', () => {
  test('closes its open connection and scan at once, and it cannot reconnect', async () => {
    const { key, page } = await pairTablet(lan);
    page.ask('get-fingerprint');
    expect(await page.next()).toMatchObject({ message: 'Put finger 1 of 3' });
    expect(lan.unpair(key.id.slice(0, 8))?.id).toBe(key.id);
    service.scanner.touch(7);
    expect(await page.closed()).toBe(4401);
    expect(lan.tablets()).toEqual([]);
    const again = await openTablet(lan);
    prove(again, key);
    expect(await again.closed()).toBe(4401);
  });

  test('leaves other tablets paired, and ignores an unknown or empty id', async () => {
    const first = await pairTablet(lan);
    const second = await pairTablet(lan);
    await second.page.closed();
    lan.unpair(second.key.id);
    first.page.ask('Connect');
    expect(await first.page.next()).toMatchObject({ code: '200' });
    expect(lan.unpair('')).toBeUndefined();
    expect(lan.unpair('nobody')).toBeUndefined();
    expect(lan.tablets()).toMatchObject([{ id: first.key.id }]);
  });
});

describe('a disk that rejects writes', () => {
  const fill = () => mkdirSync(join(service.folder, 'tablets.json.new'));

  test('does not stop a paired tablet from scanning, and is logged', async () => {
    const { key, page } = await pairTablet(lan);
    page.socket.close();
    await page.closed();
    fill();
    time += TEN_MINUTES;
    const again = await comeBack(lan, key);
    again.ask('Connect');
    expect(await again.next()).toMatchObject({ code: '200' });
    expect(service.lines.at(-1)).toContain('The connection of Gate tablet could not be stored');
  });

  test('makes pairing fail and stores no tablet', async () => {
    fill();
    const page = await openTablet(lan);
    askToPair(page, makeTabletKey(), lan.pair().code);
    expect(await page.closed()).toBe(1011);
    expect(lan.tablets()).toEqual([]);
  });
});
