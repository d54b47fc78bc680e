import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../../lib/problems.ts';
import { createQueue } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('queue retries a stop that the disk refused, and retryNow does not send the stopped line again', async () => {
  const stop = vi.fn().mockRejectedValueOnce(new Error('The disk is full.')).mockResolvedValue(undefined);
  const ready = { get: () => true };
  const queue = createQueue(
    () => Promise.reject(new CallError({ status: null, body: null, atLogin: false })),
    () => {},
    { isAway: () => false, met: () => {}, ready, stop, keep: async () => {} },
  );
  queue.submit({ kind: 'out', by: 'pin', admissionNumber: '4100', names: null, className: null, proof: { pin: '1' } });
  await vi.advanceTimersByTimeAsync(0);
  const key = queue.lines.get()[0]?.key ?? '';
  queue.stop(key);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stop).toHaveBeenCalledTimes(2);
  expect(queue.applyStopped({ key, outcome: 'void' })).toBe(true);
  queue.retryNow();
  expect(queue.lines.get()[0]?.state).toBe('stopped');
  expect(queue.open()).toBe(0);
});

it('queue reports the result of a stop once when it arrives twice', async () => {
  const settled: string[] = [];
  const ready = { get: () => true };
  const queue = createQueue(
    () => Promise.reject(new CallError({ status: null, body: null, atLogin: false })),
    ({ state }) => settled.push(state),
    { isAway: () => false, met: () => {}, ready, stop: async () => {}, keep: async () => {} },
  );
  queue.submit({ kind: 'out', by: 'pin', admissionNumber: '4100', names: null, className: null, proof: { pin: '1' } });
  await vi.advanceTimersByTimeAsync(0);
  const key = queue.lines.get()[0]?.key ?? '';
  queue.stop(key);
  for (let time = 0; time < 2; time++) expect(queue.applyStopped({ key, outcome: 'takenBack' })).toBe(true);
  expect(settled).toEqual(['stopping', 'undone']);
});
