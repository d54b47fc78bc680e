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

test('work waits for the end of a press, and for the click that follows within the same task', () => {
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
test('on a touch screen the focus goes after the press and before its click', () => {
  pointer('pointerdown');
  pointer('pointerup');
  afterPress(work);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
test('a press that becomes a scroll ends too', () => {
  pointer('pointerdown');
  afterPress(work);
  pointer('pointercancel');
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
test('work that was called off does not run, before the end of the press or after it', () => {
  pointer('pointerdown');
  afterPress(work)();
  const callOff = afterPress(work);
  pointer('pointerup');
  callOff();
  vi.advanceTimersByTime(0);
  expect(work).not.toHaveBeenCalled();
});
