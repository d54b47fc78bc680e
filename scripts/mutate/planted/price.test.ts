import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drain, priceOf } from './price.ts';

test('priceOf rejects 0 pieces and gives one of twelve for free; drain empties a list', () => {
  expect(() => priceOf(0, 50)).toThrow(RangeError);
  expect(priceOf(1, 50)).toBe(50);
  expect(priceOf(12, 50)).toBe(550);
  const list = ['a', 'b'];
  drain(list);
  expect(list).toEqual([]);
});

test('the planted worker thread doubles a number', async () => {
  const thread = new Worker(new URL('./doubling-thread.ts', import.meta.url), { env: {}, execArgv: [] });
  thread.postMessage(21);
  expect(await once(thread, 'message')).toEqual([42]);
  await thread.terminate();
});
