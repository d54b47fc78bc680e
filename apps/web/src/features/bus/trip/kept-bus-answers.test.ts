import type { Problem } from '@mfuko/contract/problem';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { createKeptBus } from './kept-bus.ts';

const { call, box, waiting } = vi.hoisted(() => ({
  call: vi.fn(),
  box: new Map<string, unknown>(),
  waiting: [] as { key: string }[],
}));
vi.mock('../../../lib/request.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('../../../lib/school.ts', async (original) => ({ ...(await original<object>()), schoolAtWork: () => 's' }));
vi.mock('../orphaned/pending-rides.ts', () => ({ dropRide: vi.fn(), leaveRide: vi.fn(), noteTrip: vi.fn() }));
vi.mock('../../../school/offline/stored-events.ts', () => ({ listOfflineEvents: async () => waiting }));
vi.mock('../../../school/offline/device-box.ts', () => ({
  seenBox: {
    get: async (name: string) => box.get(name) ?? null,
    put: async (name: string, value: unknown) => void box.set(name, value),
  },
}));

const OPEN = { sysid: 'morning', closed: null, expected: [], aboard: [], dropped: [], missing: [], others: [] };
const CLOSED = { ...OPEN, closed: '2026-11-23T04:10:00.000Z' };
const ride = (key: string) => ({ key, kind: 'on', admissionNumber: '4001', at: '2026-11-23T04:00:00.000Z' }) as const;
const refusal = (status: number, problem: Problem) =>
  new CallError({ status, body: { message: problem, problem }, atLogin: false });

beforeEach(() => {
  box.clear();
  waiting.length = 0;
  call.mockReset();
});

/** Asks twice; the answers come in the opposite order. */
async function askTwice(first: (pending: PromiseWithResolvers<object>) => void) {
  const bus = createKeptBus('s', 'KDA 1A');
  const pending = Promise.withResolvers<object>();
  call.mockReturnValueOnce(pending.promise).mockResolvedValueOnce(CLOSED);
  const early = bus.ask();
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  await bus.ask();
  first(pending);
  await early;
  return bus.state.get();
}

test('createKeptBus does not reopen a trip by an answer that was overtaken by a later, closed one', async () => {
  const { kept } = await askTwice(({ resolve }) => resolve(OPEN));
  expect(kept?.trip).toEqual(CLOSED);
});

test('createKeptBus does not report offline when a failed request was overtaken by an answer', async () => {
  const { away } = await askTwice(({ reject }) => reject(new TypeError('no answer')));
  expect(away).toBe(false);
});

test('createKeptBus keeps only queued rides and those recorded during the request on top of its answer', async () => {
  const bus = createKeptBus('s', 'KDA 1A');
  waiting.push({ key: 'waits' });
  for (const key of ['told', 'waits']) await bus.note(ride(key));
  const pending = Promise.withResolvers<object>();
  call.mockReturnValueOnce(pending.promise);
  const asked = bus.ask();
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  await bus.note(ride('meanwhile'));
  pending.resolve(OPEN);
  await asked;
  const keys = ['waits', 'meanwhile'];
  expect(bus.state.get().kept?.rides.map(({ key }) => key)).toEqual(keys);
  // The next page reads the same from the disk.
  expect(box.get('trip:s:KDA1A')).toMatchObject({ trip: OPEN, rides: keys.map((key) => ({ key })) });
});

test('createKeptBus requests nothing for a bus of another school', async () => {
  const bus = createKeptBus('other', 'KDA 1A');
  await bus.ask();
  await bus.askRiders();
  expect(call).not.toHaveBeenCalled();
});

test.each([
  ['a bus without a trip', refusal(404, 'bus.trip-not-found'), { away: false, refusal: null, trip: null }],
  ['an account that may not', refusal(403, 'session.role'), { away: false, refusal: 'session.role', trip: undefined }],
  [
    'a server that fails, which is no network either',
    refusal(500, 'server.fault'),
    { away: true, refusal: null, trip: undefined },
  ],
])('createKeptBus derives offline state, refusal and trip from a failed answer: %s', async (_, error, expected) => {
  const bus = createKeptBus('s', 'KDA 1A');
  call.mockRejectedValue(error);
  await bus.ask();
  const { away, refusal: told, kept } = bus.state.get();
  expect({ away, refusal: told?.problem ?? null, trip: kept?.trip }).toEqual(expected);
});

test('createKeptBus stores the riders on disk, and keeps the last list when a request fails', async () => {
  const bus = createKeptBus('s', 'KDA 1A');
  const riders = [{ admissionNumber: '4001' }];
  call.mockResolvedValueOnce({ riders });
  await bus.askRiders();
  call.mockRejectedValueOnce(new TypeError('no network'));
  await bus.askRiders();
  expect(bus.state.get().riders).toMatchObject({ riders });
  expect(box.get('riders:s:KDA1A')).toEqual(bus.state.get().riders);
});
