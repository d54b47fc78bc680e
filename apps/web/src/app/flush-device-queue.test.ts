import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteQueue } from '../lib/device-queue.ts';
import { outbox } from '../school/offline/outbox.ts';
import { flushDeviceQueue } from './flush-device-queue.ts';

let running: number;
let stop: (() => void) | undefined;

beforeEach(() => {
  running = 0;
  vi.spyOn(outbox, 'start').mockImplementation(() => {
    running++;
    return () => {
      running--;
    };
  });
});
afterEach(() => {
  stop?.();
  noteQueue(0);
  vi.restoreAllMocks();
});

it('flushDeviceQueue starts the outbox for a waiting queue, and stops it on its end', async () => {
  noteQueue(3);
  stop = flushDeviceQueue();
  await vi.waitFor(() => expect(running).toBe(1));
  window.dispatchEvent(new Event('online'));
  stop();
  expect(running).toBe(0);
  expect(outbox.start).toHaveBeenCalledTimes(1);
});

it('flushDeviceQueue starts only once another tab has queued something', async () => {
  stop = flushDeviceQueue();
  window.dispatchEvent(new Event('online'));
  // The code is loaded by now, so a start would have happened.
  await import('../school/offline/outbox.ts');
  await Promise.resolve();
  expect(outbox.start).not.toHaveBeenCalled();
  noteQueue(1);
  window.dispatchEvent(new Event('storage'));
  await vi.waitFor(() => expect(running).toBe(1));
});

it('flushDeviceQueue starts nothing when it was stopped before its code loaded', async () => {
  noteQueue(1);
  flushDeviceQueue()();
  // The code is loaded by now, so a start would have happened.
  await import('../school/offline/outbox.ts');
  await Promise.resolve();
  expect(running).toBe(0);
});
