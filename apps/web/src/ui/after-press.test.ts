import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

const work = vi.fn();
const pointer = (type: 'pointerdown' | 'pointerup' | 'pointercancel') => window.dispatchEvent(new Event(type));

beforeEach(() => {
  vi.useFakeTimers();
  work.mockClear();
});
afterEach(() => {
  pointer('pointercancel');
  vi.useRealTimers();
});

test('afterPress runs its work once, in the task after pointerup', () => {
  pointer('pointerdown');
  afterPress(work);
  vi.advanceTimersByTime(5_000);
  pointer('pointerup');
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
  pointer('pointerup');
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
test('afterPress called after pointerup runs its work in the next task', () => {
  pointer('pointerdown');
  pointer('pointerup');
  afterPress(work);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
test('afterPress runs its work after pointercancel', () => {
  pointer('pointerdown');
  afterPress(work);
  pointer('pointercancel');
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
test('afterPress does not run work that was cancelled before or after pointerup', () => {
  pointer('pointerdown');
  afterPress(work)();
  const callOff = afterPress(work);
  pointer('pointerup');
  callOff();
  vi.advanceTimersByTime(0);
  expect(work).not.toHaveBeenCalled();
});
