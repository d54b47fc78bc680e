import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syntheticFingers } from './fingers.ts';
import { createSimulator } from './simulator.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function simulator() {
  const reader = createSimulator(syntheticFingers(1), () => {});
  const heard: string[] = [];
  reader.onTouch((on) => heard.push(on ? `on ${reader.state().finger}` : 'off'));
  return { reader, heard };
}

test('queued fingers arrive with their delay, stay for their time, and replace each other', () => {
  const { reader, heard } = simulator();
  reader.queue('1', { stays: 800 });
  reader.queue('2', { stays: 300 });
  reader.queue('3', { stays: 500, late: 2_000 });
  expect(heard).toEqual(['on 1']);
  vi.advanceTimersByTime(799);
  expect(heard).toEqual(['on 1']);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['on 1', 'off', 'on 2']);
  vi.advanceTimersByTime(300);
  expect(heard.slice(3)).toEqual(['off']);
  vi.advanceTimersByTime(2_000);
  expect(heard.slice(4)).toEqual(['on 3']);
  vi.advanceTimersByTime(500);
  expect(heard.slice(5)).toEqual(['off']);
  expect(reader.isTouched()).toBe(false);
});

test('the time to render a picture does not extend how long a queued finger stays', () => {
  const fingers = syntheticFingers(1);
  const slow = {
    ...fingers,
    press: (...how: Parameters<typeof fingers.press>) => {
      vi.advanceTimersByTime(300);
      return fingers.press(...how);
    },
  };
  const reader = createSimulator(slow, () => {});
  void reader.capture(new AbortController().signal);
  reader.queue('1', { stays: 500 });
  vi.advanceTimersByTime(199);
  expect(reader.isTouched()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(reader.isTouched()).toBe(false);
});

test('a late timer for one queued finger does not delay the next', () => {
  const { reader, heard } = simulator();
  reader.queue('1', { stays: 500 });
  reader.queue('2', { stays: 500, late: 1_000 });
  vi.setSystemTime(Date.now() + 200);
  vi.advanceTimersByTime(500);
  expect(heard).toEqual(['on 1', 'off']);
  vi.advanceTimersByTime(799);
  expect(heard).toEqual(['on 1', 'off']);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['on 1', 'off', 'on 2']);
});

test('a manual touch cancels the queue and obeys a guided lift', () => {
  const { reader, heard } = simulator();
  reader.queue('1', { stays: 800 });
  reader.queue('2', { stays: 800 });
  reader.guideLift();
  expect(heard).toEqual(['on 1']);
  reader.touch('7');
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['on 1', 'off', 'on 7']);
  reader.guideLift();
  vi.runAllTimers();
  expect(heard.slice(3)).toEqual(['off', 'on 7']);
});
