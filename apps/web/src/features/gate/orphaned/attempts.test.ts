import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageFails } from '../../../school/offline/storage-state.ts';
import type { Line } from '../queue/line.ts';
import { attempts } from './attempts.ts';

const { code, done } = vi.hoisted(() => ({ code: Promise.withResolvers<void>(), done: [] as string[] }));
/** Simulates a slow connection: the chunk arrives once the test resolves the promise. */
vi.mock('./pending-passages.ts', async () => {
  await code.promise;
  return {
    keepPassage: async ({ key }: Line) => void done.push(`keep ${key}`),
    passages: { drop: (key: string) => done.push(`drop ${key}`), leave: (key: string) => done.push(`leave ${key}`) },
  };
});
vi.mock('./orphaned-passages.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const LINE = { key: 'k1', kind: 'out', admissionNumber: '4100' } as Line;
const LATER = { ...LINE, key: 'k2' } as Line;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('attempts.keep waits two seconds for its code, reports failing storage, and stores nothing once answered', async () => {
  let sent = 0;
  const send = () => sent++;
  void attempts.keep(LINE).then(send);
  await vi.advanceTimersByTimeAsync(1999);
  expect([sent, storageFails.get()]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, storageFails.get()]).toEqual([1, true]);
  // The next child waits only briefly for the chunk.
  void attempts.keep(LATER).then(send);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toBe(2);
  attempts.drop('k1');
  expect(storageFails.get()).toBe(true);
  // Both presses have their answer, so none can be lost.
  attempts.drop('k2');
  expect(storageFails.get()).toBe(false);
  code.resolve();
  await vi.waitFor(() => expect(done).toEqual(['drop k1', 'drop k2']));
});

it('attempts.leave writes to the disk even when the code of the orphan list fails to load', async () => {
  attempts.leave('k3');
  await vi.waitFor(() => expect(done.at(-1)).toBe('leave k3'));
});
