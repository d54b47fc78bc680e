import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { canSeal, fetchDesks, sealEvent, type Unchecked } from './event-sealing.ts';

const { place, ahead, desk, seal } = vi.hoisted(() => ({
  place: vi.fn(),
  ahead: vi.fn(),
  desk: vi.fn(),
  seal: vi.fn(),
}));
vi.mock('../../lib/location.ts', () => ({ savedLocation: place }));
vi.mock('../../lib/clock.ts', () => ({ clockAhead: ahead }));
vi.mock('../unlock/desks.ts', () => ({ deskAtWork: desk }));
vi.mock('@mfuko/contract/offline-seal', () => ({ sealOffline: seal }));

const NOW = new Date('2026-11-20T06:00:00.000Z');
const PLACE = { latitude: -1.28, longitude: 36.82 };
const PRESSED = { at: Date.parse('2026-11-20T05:00:00.000Z'), clockAheadMs: -60_000 };
const event = (kind: Unchecked['kind'], more: Partial<Unchecked> = {}): Unchecked => ({
  ...{ kind, admissionNumber: '4100', method: 'attested' },
  ...more,
});
/** Returns what the server finds in the sealed event. */
async function sealed(of: Unchecked): Promise<Record<string, unknown>> {
  await sealEvent(of, 'k1', 's');
  const [, school, key, text] = seal.mock.lastCall ?? [];
  expect([school, key]).toEqual(['s', 'k1']);
  return JSON.parse(text as string);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  pretendConfig({ offlineKey: 'key' });
  place.mockReset().mockReturnValue(PLACE);
  ahead.mockReset().mockReturnValue(2_000);
  desk.mockReset().mockResolvedValue({ deskSYSID: 'd1', deskProven: true });
  seal.mockReset().mockResolvedValue('sealed');
  await fetchDesks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('sealEvent seals what happens now with its moment, place, clock and desk', async () => {
  expect(await sealed(event('on', { busNumberPlate: 'KDA 1A', tripSYSID: 't1' }))).toEqual({
    ...{ kind: 'on', admissionNumber: '4100', method: 'attested', busNumberPlate: 'KDA 1A', tripSYSID: 't1' },
    ...{ occurredAt: NOW.toISOString(), clockAheadMs: 2_000, lat: -1.28, long: 36.82 },
    ...{ deskSYSID: 'd1', deskProven: true },
  });
});

test.each([
  ['a passage, at the gate of the device', 'out', true],
  ['a boarding, whose bus has moved since', 'on', false],
  ['an alighting, whose bus has moved since', 'off', false],
] as const)(
  'sealEvent seals an earlier press with the moment and clock of that press: %s',
  async (_, kind, isPlaced) => {
    const { occurredAt, clockAheadMs, lat, pressed } = await sealed(event(kind, { pressed: PRESSED }));
    expect({ occurredAt, clockAheadMs }).toEqual({ occurredAt: '2026-11-20T05:00:00.000Z', clockAheadMs: -60_000 });
    expect([lat !== undefined, pressed]).toEqual([isPlaced, undefined]);
  },
);

test.each([
  ['now', undefined],
  ['at an earlier press', { ...PRESSED, clockAheadMs: null }],
])('sealEvent claims nothing about a clock that was not known %s', async (_, pressed) => {
  if (!pressed) ahead.mockReturnValue(null);
  expect(await sealed(event('in', { pressed }))).not.toHaveProperty('clockAheadMs');
});

test('sealEvent seals an event without desk and place where neither is known', async () => {
  desk.mockRejectedValue(new Error('The box was dropped.'));
  place.mockReturnValue(null);
  expect(Object.keys(await sealed(event('in')))).toEqual([
    ...['kind', 'admissionNumber', 'method', 'occurredAt', 'clockAheadMs'],
  ]);
});

test('canSeal returns true only where the browser can seal for the key of the server and store events', async () => {
  vi.stubGlobal('indexedDB', {});
  expect(await canSeal()).toBe(true);
  expect(seal.mock.lastCall?.[0]).toBe('key');
  vi.stubGlobal('indexedDB', undefined);
  expect(await canSeal()).toBe(false);
  vi.stubGlobal('indexedDB', {});
  seal.mockRejectedValue(new DOMException('X25519', 'NotSupportedError'));
  expect(await canSeal()).toBe(false);
});
