import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownBox } from './device-box.ts';
import { dropOfflineEvents, storeOfflineEvent } from './stored-events.ts';

/** Arguments of the transactions that were started. */
const begun: unknown[][] = [];

beforeAll(() => {
  const result = {
    transaction(...args: unknown[]) {
      begun.push(args);
      throw new Error('Seen.');
    },
  };
  vi.stubGlobal('indexedDB', {
    open() {
      const request = { result, onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

test('events, dropped events and dropped attempts are written with strict durability', async () => {
  const event = { key: 'k', lane: 'gate', school: 's', sealed: 'x' } as const;
  await expect(storeOfflineEvent(event)).rejects.toThrow('Seen.');
  await expect(dropOfflineEvents([1])).rejects.toThrow('Seen.');
  await expect(ownBox.drop('attempt:k')).rejects.toThrow('Seen.');
  expect(begun).toEqual([
    ['events', 'readwrite', { durability: 'strict' }],
    ['events', 'readwrite', { durability: 'strict' }],
    ['values', 'readwrite', { durability: 'strict' }],
  ]);
});
