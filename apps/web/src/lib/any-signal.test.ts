import { expect, test } from 'vitest';
import { anySignal } from './any-signal.ts';

test('anySignal is aborted by any of its signals, with the reason of the first', () => {
  for (const first of [0, 1]) {
    const controllers = [new AbortController(), new AbortController()];
    const signal = anySignal(...controllers.map((each) => each.signal));
    expect(signal.aborted).toBe(false);
    controllers[first]?.abort('first');
    controllers[1 - first]?.abort('second');
    expect([signal.aborted, signal.reason]).toEqual([true, 'first']);
  }
});

test('anySignal of a signal that is aborted already is aborted at once', () => {
  const signal = anySignal(new AbortController().signal, AbortSignal.abort('before'), AbortSignal.abort('later'));
  expect([signal.aborted, signal.reason]).toEqual([true, 'before']);
});

test('anySignal of no signal is never aborted', () => {
  expect(anySignal(undefined).aborted).toBe(false);
});
