import { afterEach, expect, test, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

afterEach(() => vi.unstubAllGlobals());

type Request = (name: string, options: { signal: AbortSignal }, work: () => Promise<unknown>) => Promise<unknown>;
const withLocks = (request: Request) => vi.stubGlobal('navigator', { locks: { request } });

test('inTurn runs two tasks of one name in sequence', async () => {
  let last: Promise<unknown> = Promise.resolve();
  withLocks((_name, _options, work) => (last = last.then(work)));
  const done: string[] = [];
  const work = (name: string) =>
    inTurn('trip', async () => {
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
    });
  await Promise.all([work('one'), work('two')]);
  expect(done).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('inTurn runs the task when the lock times out, and without the Web Locks API', async () => {
  withLocks(async () => {
    throw new DOMException('The turn did not come.', 'TimeoutError');
  });
  expect(await inTurn('trip', async () => 'recorded')).toBe('recorded');
  vi.stubGlobal('navigator', {});
  expect(await inTurn('trip', async () => 'recorded')).toBe('recorded');
});

test("inTurn passes on a task's error without running it twice", async () => {
  withLocks((_name, _options, work) => work());
  const work = vi.fn(async () => {
    throw new Error('The disk is full.');
  });
  await expect(inTurn('trip', work)).rejects.toThrow('The disk is full.');
  expect(work).toHaveBeenCalledOnce();
});
