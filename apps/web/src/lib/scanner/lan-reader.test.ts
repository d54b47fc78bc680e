import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetLanReader, pairLanReader, tryLanReader } from './lan-pairing.ts';
import { type LanReader, lanReader, openLanReader } from './lan-reader.ts';
import { fakeLanService, fakeStore, type LanService } from './lan-service.testkit.ts';
import { NO_WORD, OTHER_NAME } from './lan-socket.ts';

const URL_OF_GATE = 'wss://gate.lan:8443';
const kept = vi.hoisted(() => ({ store: null as unknown as ReturnType<typeof fakeStore> }));
vi.mock('../device-store.ts', async (load) => ({
  ...(await load<typeof import('../device-store.ts')>()),
  inStore: (...given: Parameters<typeof kept.store.inStore>) => kept.store.inStore(...given),
}));

let service: LanService;
beforeEach(() => {
  kept.store = fakeStore();
  service = fakeLanService();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pair = (code = '12345678') => pairLanReader(URL_OF_GATE, code, 'Gate tablet');
async function paired(): Promise<LanReader> {
  const outcome = await pair();
  if ('code' in outcome) throw new Error(`refused: ${outcome.code}`);
  return outcome;
}

test('pairLanReader pairs by code under a key that is not extractable', async () => {
  const { key, tablet } = await paired();
  expect(service.dialed).toEqual([URL_OF_GATE]);
  expect([...service.tablets.keys()]).toEqual([tablet]);
  expect(service.tablets.get(tablet)?.label).toBe('Gate tablet');
  expect(Object.keys(service.tablets.get(tablet)?.key ?? {}).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
  expect(key.extractable).toBe(false);
  expect(await lanReader()).toMatchObject({ url: URL_OF_GATE, label: 'Gate tablet', tablet, key });
});
test('pairLanReader stores nothing after a refusal, and returns its close code', async () => {
  expect(await pair('11111111')).toEqual({ code: 4403, reason: '' });
  service.code = null;
  expect(await pair()).toEqual({ code: 4410, reason: '' });
  service.refuses = 4429;
  expect(await pair()).toEqual({ code: 4429, reason: '' });
  service.refuses = NO_WORD;
  expect(await pair()).toEqual({ code: NO_WORD, reason: '' });
  expect(await lanReader()).toBeNull();
});
test('pairLanReader returns no connection when the browser forbids the address', async () => {
  vi.stubGlobal('WebSocket', function forbid() {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(await pair()).toEqual({ code: NO_WORD, reason: '' });
});
test('tryLanReader and pairLanReader send nothing to a computer of another name', async () => {
  const reader = await paired();
  service.heard.length = 0;
  service.name = 'office.lan';
  expect(await tryLanReader(reader)).toEqual({ code: OTHER_NAME, reason: 'office.lan' });
  expect(await pair()).toEqual({ code: OTHER_NAME, reason: 'office.lan' });
  expect(service.heard).toEqual([]);
});
test('tryLanReader sends only its proof, and reports an unknown tablet', async () => {
  const reader = await paired();
  service.heard.length = 0;
  expect(await tryLanReader(reader)).toBeNull();
  expect(service.heard.map(({ type }) => type)).toEqual(['proof']);
  expect(service.last().closedBy).toBe(1000);
  service.tablets.clear();
  expect(await tryLanReader(reader)).toEqual({ code: 4401, reason: '' });
});
test('openLanReader opens once proven, and then passes frames both ways and the close code', async () => {
  const socket = openLanReader(await paired());
  const heard: unknown[] = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)));
  await new Promise<void>((resolve) => {
    socket.onopen = resolve;
  });
  service.last().say({ code: '200', message: 'ready' });
  socket.send('{"type":"get-fingerprint"}');
  expect(heard).toEqual([{ code: '200', message: 'ready' }]);
  expect(service.heard.at(-1)).toEqual({ type: 'get-fingerprint' });
  const end = new Promise((resolve) => {
    socket.onclose = resolve;
  });
  service.last().end(4401);
  expect(await end).toMatchObject({ code: 4401 });
});
test('openLanReader ignores frames before the computer has accepted its proof', async () => {
  const reader = await paired();
  service.name = null;
  const socket = openLanReader(reader);
  const heard: unknown[] = [];
  socket.onopen = () => heard.push('open');
  socket.onmessage = ({ data }) => heard.push(data);
  await Promise.resolve();
  for (const frame of [{ code: '200', message: '' }, { type: 'ping' }]) service.last().say(frame);
  service.last().onmessage?.({ data: '{' });
  service.last().onmessage?.({ data: 'null' });
  expect(heard).toEqual([]);
});
test('tryLanReader times out after ten seconds of silence', async () => {
  const reader = await paired();
  vi.useFakeTimers();
  service.name = null;
  const outcome = tryLanReader(reader);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(service.last().closedBy).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ code: NO_WORD, reason: '' });
  expect(service.last().closedBy).toBe(1000);
});
test('forgetLanReader forgets the paired reader', async () => {
  await paired();
  await forgetLanReader();
  expect(await lanReader()).toBeNull();
});
