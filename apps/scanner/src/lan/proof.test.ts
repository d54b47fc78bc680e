import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Lan } from './lan.ts';
import { type LanScanner, makeTabletKey, openTablet, pairTablet, prove, startLanScanner } from './tablet.testkit.ts';

let service: LanScanner;
let lan: Lan;
beforeEach(async () => {
  service = await startLanScanner();
  lan = service.lan;
});
afterEach(() => service.stop());

describe('LAN connections without a valid proof', () => {
  test.each(['Connect', 'get-fingerprint', 'get-key', 'flush'])(
    'are closed when the first message is %s',
    async (type) => {
      service.scanner.touch(7);
      const page = await openTablet(lan);
      page.ask(type, { challenge: 'abc' });
      expect(await page.closed()).toBe(4401);
      expect(service.scanner.lan?.tablets()).toEqual([]);
    },
  );

  test('are closed for a tablet that was never paired', async () => {
    const page = await openTablet(lan);
    prove(page, makeTabletKey());
    expect(await page.closed()).toBe(4401);
  });

  test('are closed on a signature by another key', async () => {
    const { key, page } = await pairTablet(lan);
    page.socket.close();
    const thief = await openTablet(lan);
    prove(thief, { ...makeTabletKey(), id: key.id });
    expect(await thief.closed()).toBe(4401);
  });

  test('are closed on a replayed signature over another connection’s nonce', async () => {
    const { key, page } = await pairTablet(lan);
    page.socket.close();
    const first = await openTablet(lan);
    const replayed = await openTablet(lan);
    expect(replayed.nonce).not.toBe(first.nonce);
    prove(replayed, key, `mfuko-tablet ${first.reader} ${first.nonce}`);
    expect(await replayed.closed()).toBe(4401);
  });

  test('are closed on a signature made for another reader or for pairing', async () => {
    const { key, page } = await pairTablet(lan);
    page.socket.close();
    for (const text of [
      (nonce: string) => `mfuko-tablet other.lan ${nonce}`,
      (nonce: string) => `mfuko-pair localhost ${nonce}`,
    ]) {
      const stranger = await openTablet(lan);
      prove(stranger, key, text(stranger.nonce));
      expect(await stranger.closed()).toBe(4401);
    }
  });

  test('are closed when the proof times out', async () => {
    const silent = await startLanScanner({ proofMs: 50 });
    try {
      expect(await (await openTablet(silent.lan)).closed()).toBe(4408);
    } finally {
      await silent.stop();
    }
  });

  test.each([
    'nonsense',
    '[]',
    'null',
    '{"type":"proof"}',
    '{"type":"pair","code":12345678}',
    '{"type":"proof","tablet":["__proto__"],"signature":"x"}',
  ])('are closed on the malformed message %s', async (text) => {
    const page = await openTablet(lan);
    page.socket.send(text);
    expect(await page.closed()).toBe(4401);
  });
});
