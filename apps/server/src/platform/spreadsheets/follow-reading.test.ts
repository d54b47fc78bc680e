import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followReading } from './follow-reading.ts';

/** Worker that says what the test lets it say. */
class SilentWorker extends EventEmitter {
  isOver = false;
  async terminate(): Promise<number> {
    this.isOver = true;
    return 0;
  }
}

let worker: SilentWorker;
beforeEach(() => {
  vi.useFakeTimers();
  worker = new SilentWorker();
});
afterEach(() => {
  vi.useRealTimers();
});
const read = () => followReading(worker, () => new Error('busy')).catch(({ message }: Error) => message);

it('followReading reports busy when the worker does not start within 20 seconds', async () => {
  const reading = read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await reading).toBe('busy');
  expect(worker.isOver).toBe(true);
});

it('followReading reports too-slow ten seconds after the worker has started', async () => {
  const reading = read();
  await vi.advanceTimersByTimeAsync(19_000);
  worker.emit('message', { ready: true });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(worker.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reading).toEqual({ fault: 'too-slow' });
  expect(worker.isOver).toBe(true);
});
