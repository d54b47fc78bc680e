import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pretendConfig } from '../config.testkit.ts';
import { pairLanReader } from './lan-pairing.ts';
import { fakeLanService, fakeStore, type LanService } from './lan-service.testkit.ts';
import { ownReader } from './own-reader.ts';

const GATE = 'wss://gate.lan:8443';
const HERE = 'ws://127.0.0.1:8080';
const kept = vi.hoisted(() => ({ store: null as unknown as ReturnType<typeof fakeStore>, looks: 0, fails: false }));
vi.mock('../device-store.ts', async (load) => ({
  ...(await load<typeof import('../device-store.ts')>()),
  inStore: async (...given: Parameters<typeof kept.store.inStore>) => {
    kept.looks += 1;
    if (kept.fails) throw new Error('This browser keeps nothing.');
    return kept.store.inStore(...given);
  },
}));

let service: LanService;
beforeEach(() => {
  kept.store = fakeStore();
  kept.fails = false;
  service = fakeLanService();
  pretendConfig({ readerOrigins: [GATE] });
});
afterEach(() => vi.unstubAllGlobals());

async function opened(reader = ownReader()): Promise<string | undefined> {
  await reader.permission();
  reader.open();
  return service.dialed.at(-1);
}

test('ownReader uses the local reader without a lookup when no reader origins are configured', async () => {
  await pairLanReader(GATE, '12345678', 'Gate tablet');
  kept.looks = 0;
  for (const readerOrigins of [[], undefined]) {
    pretendConfig({ readerOrigins: readerOrigins as string[] });
    const reader = ownReader();
    expect(await opened(reader)).toBe(HERE);
    expect(reader.at()).toBeUndefined();
  }
  expect(kept.looks).toBe(0);
});
test("ownReader uses the paired mini computer's reader", async () => {
  expect(await opened()).toBe(HERE);
  await pairLanReader(GATE, '12345678', 'Gate tablet');
  const reader = ownReader();
  expect(await opened(reader)).toBe(GATE);
  expect(reader.at()).toBe('gate.lan');
});
test('ownReader asks for permission only for the local reader', async () => {
  vi.stubGlobal('location', { hostname: 'mfuko.example' });
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'prompt' }) } });
  expect(await ownReader().permission()).toBe('prompt');
  await pairLanReader(GATE, '12345678', 'Gate tablet');
  expect(await ownReader().permission()).toBe('granted');
});
test("ownReader uses the local reader when the browser's storage fails", async () => {
  kept.fails = true;
  expect(await opened()).toBe(HERE);
});
test('ownReader throws when opened before its reader is known, and dials nothing', () => {
  expect(() => ownReader().open()).toThrow('not been found yet');
  expect(service.dialed).toEqual([]);
});
