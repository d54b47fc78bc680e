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

it('sends what a desk left waiting, until the frame is left', async () => {
  noteQueue(3);
  stop = flushDeviceQueue();
  await vi.waitFor(() => expect(running).toBe(1));
  window.dispatchEvent(new Event('online'));
  stop();
  expect(running).toBe(0);
  expect(outbox.start).toHaveBeenCalledTimes(1);
});

it('begins once another tab has put something away, and not before', async () => {
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

it('does not begin for a frame that is left already', async () => {
  noteQueue(1);
  flushDeviceQueue()();
  // The code is loaded by now, so a start would have happened.
  await import('../school/offline/outbox.ts');
  await Promise.resolve();
  expect(running).toBe(0);
});
