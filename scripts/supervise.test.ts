import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { supervise } from './supervise.mjs';

/** A process that ends when a test says so. */
class AChild extends EventEmitter {
  readonly signals: string[] = [];
  kill(signal: string): boolean {
    this.signals.push(signal);
    return true;
  }
  ends(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

function aSupervisor() {
  const children: AChild[] = [];
  const waits: number[] = [];
  let time = 0;
  const server = supervise(
    () => {
      const child = new AChild();
      children.push(child);
      return child as never;
    },
    { log: () => undefined, wait: async (ms: number) => void waits.push(ms), now: () => time },
  );
  /** Lets the newest child end, and the supervisor act on it. */
  const end = async (code: number | null, signal: string | null = null) => {
    children.at(-1)?.ends(code, signal);
    await new Promise(setImmediate);
  };
  return { children, waits, server, end, newest: () => children.at(-1), pass: (ms: number) => (time += ms) };
}

it('the supervisor restarts a crashed server with growing delays, reset after a stable period', async () => {
  const { children, waits, end, newest, pass } = aSupervisor();
  newest()?.emit('message', 'ready');
  for (let crash = 0; crash < 7; crash++) await end(null, 'SIGKILL');
  expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000]);
  pass(11 * 60_000);
  await end(70);
  expect(waits.at(-1)).toBe(1_000);
  expect(children).toHaveLength(9);
});

it.each([
  ['ended in order', 0],
  ['refused its settings', 78],
])('the supervisor does not restart a server that %s', async (_why, code) => {
  const { children, server, end, newest } = aSupervisor();
  newest()?.emit('message', 'ready');
  await end(code);
  expect(await server.ended).toBe(code);
  expect(children).toHaveLength(1);
});

it('the supervisor gives up after five crashes before the server was ever ready', async () => {
  const { children, server, end } = aSupervisor();
  for (let crash = 0; crash < 5; crash++) await end(70);
  expect(await server.ended).toBe(70);
  expect(children).toHaveLength(5);
});

it('the supervisor forwards a signal and does not restart the server afterwards', async () => {
  const { children, server, end, newest } = aSupervisor();
  newest()?.emit('message', 'ready');
  server.tell('SIGTERM');
  expect(newest()?.signals).toEqual(['SIGTERM']);
  await end(70);
  expect(await server.ended).toBe(70);
  expect(children).toHaveLength(1);
});
