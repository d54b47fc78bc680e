import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lastActivity } from '../../../lib/activity.ts';
import { type FakeApi, prepareScreens } from '../../../ui/screen.testkit.tsx';
import { usePositions } from './usePositions.ts';

const TRIP = '01900000-0000-7000-8000-000000000001';
const PLACE = { coords: { latitude: -0.1, longitude: 34.7, accuracy: 8 } };

let api: FakeApi;
let found: ((place: typeof PLACE) => void)[];
let failed: ((problem: object) => void)[];

beforeAll(async () => {
  api = await prepareScreens(['trip']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = { 'check/tellPosition': () => ({ body: { kept: true } }) };
  [found, failed] = [[], []];
  vi.stubGlobal('navigator', {
    ...{ onLine: true, userAgent: navigator.userAgent, language: 'en' },
    geolocation: {
      getCurrentPosition: (good: (typeof found)[number], bad: (typeof failed)[number]) => {
        found.push(good);
        failed.push(bad);
      },
    },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const told = () => api.calls.filter(({ path }) => path === 'check/tellPosition').map(({ input }) => input);
const show = (tripId: string | null, away = false, onClosed = () => undefined) =>
  renderHook((props: { tripId: string | null; away: boolean }) => usePositions(props.tripId, props.away, onClosed), {
    initialProps: { tripId, away },
  });

test('usePositions sends the position of an open trip every 30 seconds', async () => {
  const { result } = show(TRIP);
  expect(found).toHaveLength(1);
  act(() => found[0]?.(PLACE));
  await vi.waitFor(() => expect(result.current).toBe('told'));
  expect(told()).toEqual([{ sysid: TRIP, lat: -0.1, long: 34.7, accuracy: 8 }]);
  vi.advanceTimersByTime(29_000);
  expect(found).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(found).toHaveLength(2);
});

test('usePositions requests none without an open trip or network, and drops one found after closing', () => {
  show(null);
  show(TRIP, true);
  vi.advanceTimersByTime(120_000);
  expect(found).toHaveLength(0);
  const { rerender } = show(TRIP);
  expect(found).toHaveLength(1);
  rerender({ tripId: null, away: false });
  act(() => found[0]?.(PLACE));
  vi.advanceTimersByTime(120_000);
  expect(found).toHaveLength(1);
  expect(told()).toEqual([]);
});

test('usePositions reports denied permission, and reports a closed trip by its callback', async () => {
  const closed = vi.fn();
  const { result } = show(TRIP, false, closed);
  act(() => failed[0]?.({ code: 1, PERMISSION_DENIED: 1 }));
  expect(result.current).toBe('denied');
  api.replies['check/tellPosition'] = () => ({
    status: 409,
    body: { code: '409', problem: 'bus.trip-closed', message: 'Closed' },
  });
  act(() => found[0]?.(PLACE));
  await vi.waitFor(() => expect(told()).toHaveLength(1));
  await vi.waitFor(() => expect(result.current).toBe('unknown'));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(result.current).toBe('unknown');
});

test('usePositions does not count as user activity', async () => {
  const before = lastActivity();
  const now = vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
  const { result } = show(TRIP);
  act(() => found[0]?.(PLACE));
  await vi.waitFor(() => expect(result.current).toBe('told'));
  expect(lastActivity()).toBe(before);
  now.mockRestore();
});
