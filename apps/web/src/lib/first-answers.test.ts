import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFirstAnswers, waitForFirst } from './first-answers.ts';

/** Callbacks that wait for the browser to be idle. */
let idle: (() => void)[] = [];
beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => void idle.push(work));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a function that tells if the frame may send its requests now. */
function mayAsk() {
  const { result } = renderHook(useFirstAnswers);
  return () => result.current;
}

it('useFirstAnswers allows calls at once when nothing was requested ahead', () => {
  waitForFirst([], new Promise(() => undefined));
  expect(mayAsk()()).toBe(true);
});

it('useFirstAnswers allows calls once the screen is drawn and answered or refused, and the browser is idle', async () => {
  const [answer, refused, drawn] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  waitForFirst([answer.promise, refused.promise], drawn.promise);
  const may = mayAsk();
  answer.resolve();
  drawn.resolve();
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(next))));
  expect([may(), idle.length]).toEqual([false, 0]);
  refused.reject(new Error('refused'));
  await waitFor(() => expect(idle).toHaveLength(1));
  expect(may()).toBe(false);
  idle[0]?.();
  await waitFor(() => expect(may()).toBe(true));
});

it('useFirstAnswers allows calls after three seconds without an answer', () => {
  vi.useFakeTimers();
  waitForFirst([new Promise(() => undefined)], Promise.resolve());
  const may = mayAsk();
  act(() => vi.advanceTimersByTime(2_999));
  expect(may()).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect(may()).toBe(true);
});
