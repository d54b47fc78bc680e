import { expect, it } from 'vitest';
import { CallError } from '../../lib/problems.ts';
import { firstBatch, sendOrSplit } from './batches.ts';
import type { OfflineEvent } from './stored-events.ts';

const event = (counter: number, length = 1): OfflineEvent => ({
  ...{ counter, key: `k${counter}`, lane: 'gate', school: 's' },
  sealed: 'x'.repeat(length),
});
const many = (count: number, length?: number) => Array.from({ length: count }, (_, at) => event(at, length));
const counters = (events: readonly OfflineEvent[]) => events.map(({ counter }) => counter);

it.each([
  ['all of few', many(20), 20],
  ['twenty of many', many(21), 20],
  ['as many as fit into one call', many(5, 1_000_000), 2],
  ['up to the whole length of a call', many(3, 1_250_000), 2],
  ['one that is too long for any call', many(2, 3_000_000), 1],
  ['none of none', [], 0],
])('firstBatch takes the oldest events first: %s', (_, kept, taken) => {
  expect(counters(firstBatch(kept))).toEqual(counters(kept).slice(0, taken));
});

/** Sends three events to a server that answers so to each call with the second one. */
async function send(status: number | null) {
  const calls: number[][] = [];
  const left: number[] = [];
  const error = new CallError({ status, body: null, atLogin: false });
  const work = sendOrSplit(
    many(3),
    async (batch) => {
      calls.push(counters(batch));
      if (counters(batch).includes(1)) throw error;
    },
    ({ counter }) => left.push(counter),
  );
  const failed = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { calls, left, failed: failed === error };
}

it.each([400, 413, 422])(
  'sendOrSplit after a refused batch sends its events one by one, and keeps only the refused one: %s',
  async (status) => {
    expect(await send(status)).toEqual({ calls: [[0, 1, 2], [0], [1], [2]], left: [1], failed: false });
  },
);

it.each([null, 401, 403, 429, 500, 503])(
  'sendOrSplit fails without splitting when nothing was decided: %s',
  async (status) => {
    expect(await send(status)).toEqual({ calls: [[0, 1, 2]], left: [], failed: true });
  },
);
