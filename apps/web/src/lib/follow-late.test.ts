import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followLate } from './follow-late.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('followLate retries a failed load, follows once, and stops what it started', async () => {
  const stop = vi.fn();
  const follow = vi.fn(() => stop);
  const load = vi
    .fn(async () => follow)
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const end = followLate(load);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([load.mock.calls.length, follow.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([load.mock.calls.length, follow.mock.calls.length]).toEqual([3, 1]);
  end();
  expect(stop).toHaveBeenCalledOnce();
});

it('followLate starts nothing and stops retrying after its end', async () => {
  const follow = vi.fn(() => () => undefined);
  const code = Promise.withResolvers<typeof follow>();
  const load = vi.fn(() => code.promise);
  followLate(load)();
  code.resolve(follow);
  const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const end = followLate(lost);
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([follow.mock.calls.length, lost.mock.calls.length]).toEqual([0, 1]);
});
