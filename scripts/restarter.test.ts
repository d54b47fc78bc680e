import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRestarter } from './restarter.ts';

/** Process that ends when a test says so. */
class AChild extends EventEmitter {
  readonly signals: string[] = [];
  kill(signal: string): boolean {
    this.signals.push(signal);
    return true;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aRestarter() {
  const children: AChild[] = [];
  const onReady = vi.fn();
  const onGone = vi.fn();
  const lines: string[] = [];
  const server = createRestarter({
    launch: () => {
      const child = new AChild();
      children.push(child);
      return child as EventEmitter as ChildProcess;
    },
    log: (line) => lines.push(line),
    onReady,
    onGone,
  });
  const newest = () => children.at(-1) as AChild;
  const exit = (code: number | null, signal: string | null = null) => newest().emit('exit', code, signal);
  return { children, server, newest, exit, onReady, onGone, lines };
}

it('the restarter starts one process at once and calls onReady on its message', () => {
  const { children, newest, onReady } = aRestarter();
  newest().emit('message', 'something else');
  expect([children.length, onReady.mock.calls.length]).toEqual([1, 0]);
  newest().emit('message', 'ready');
  expect(onReady).toHaveBeenCalledTimes(1);
});

it('the restarter joins changes within 150 ms and starts anew only after the old process ended', () => {
  const { children, server, newest, exit, onGone } = aRestarter();
  for (let file = 0; file < 5; file++) {
    server.changed();
    vi.advanceTimersByTime(149);
  }
  expect(newest().signals).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([newest().signals, onGone.mock.calls.length]).toEqual([['SIGTERM'], 1]);
  // Changed again while it ends: the new process reads that change too.
  server.changed();
  vi.advanceTimersByTime(500);
  expect([newest().signals, children.length]).toEqual([['SIGTERM'], 1]);
  exit(0);
  expect(children).toHaveLength(2);
  vi.advanceTimersByTime(20_000);
  expect(newest().signals).toEqual([]);
});

it('the restarter kills a process that does not end within 10 s', () => {
  const { server, newest } = aRestarter();
  server.changed();
  vi.advanceTimersByTime(150 + 10_000);
  expect(newest().signals).toEqual(['SIGTERM', 'SIGKILL']);
});

it('the restarter waits for the next change after a process ended by itself', () => {
  const { children, server, newest, exit, lines } = aRestarter();
  newest().emit('message', 'ready');
  exit(1);
  vi.advanceTimersByTime(60_000);
  expect([children.length, lines.length]).toEqual([1, 1]);
  server.changed();
  vi.advanceTimersByTime(150);
  expect(children).toHaveLength(2);
});

it('the restarter gives up on exit 78 at the first start, but not later', async () => {
  const first = aRestarter();
  first.exit(78);
  expect(await first.server.ended).toBe(78);
  const later = aRestarter();
  later.newest().emit('message', 'ready');
  later.exit(78);
  const still = Symbol('still there');
  expect(await Promise.race([later.server.ended, Promise.resolve(still)])).toBe(still);
});

it('stopping the restarter ends its process for good, even during a restart', async () => {
  const { children, server, newest, exit } = aRestarter();
  server.changed();
  const stopped = server.stop();
  vi.advanceTimersByTime(150);
  expect(newest().signals).toEqual(['SIGTERM']);
  exit(null, 'SIGTERM');
  await stopped;
  expect([await server.ended, children.length]).toEqual([0, 1]);
});

it('stopping the restarter resolves at once if no process is running', async () => {
  const { server, exit } = aRestarter();
  exit(70);
  await server.stop();
  expect(await server.ended).toBe(0);
});
