import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetry } from './retry.ts';

let tries: number;
const retry = () => createRetry(() => tries++);
/** Returns the seconds after which the scheduled try comes. */
async function pause(): Promise<number> {
  const before = tries;
  let seconds = 0;
  while (tries === before && seconds < 60) {
    await vi.advanceTimersByTimeAsync(500);
    seconds += 0.5;
  }
  return seconds;
}

beforeEach(() => {
  vi.useFakeTimers();
  tries = 0;
});
afterEach(() => void vi.useRealTimers());

it('createRetry waits longer after each failure, at most ten seconds, and starts over after an answer', async () => {
  const one = retry();
  const pauses: number[] = [];
  for (let failure = 0; failure < 6; failure++) {
    one.failed();
    one.schedule();
    pauses.push(await pause());
  }
  one.answered();
  one.failed();
  one.schedule();
  expect([...pauses, await pause()]).toEqual([1, 2, 5, 10, 10, 10, 1]);
});

it('createRetry waits ten seconds when idle, one for a new event, and longer after failures', async () => {
  const one = retry();
  one.schedule();
  const idle = await pause();
  one.scheduleSoon();
  const soon = await pause();
  for (let failure = 0; failure < 2; failure++) one.failed();
  one.scheduleSoon();
  expect([idle, soon, await pause()]).toEqual([10, 1, 5]);
});

it('createRetry schedules only one try, and none once it is cancelled', async () => {
  const one = retry();
  for (let times = 0; times < 3; times++) one.scheduleSoon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
  one.scheduleSoon();
  one.cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});

it('createRetry reports a scheduled try until it comes or is cancelled', async () => {
  const one = retry();
  const seen = [one.isScheduled()];
  one.schedule();
  seen.push(one.isScheduled());
  await pause();
  seen.push(one.isScheduled());
  one.schedule();
  one.cancel();
  expect([...seen, one.isScheduled()]).toEqual([false, true, false, false]);
});
