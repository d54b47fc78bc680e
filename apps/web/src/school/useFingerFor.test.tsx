import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';
import { useFingerFor } from './useFingerFor.ts';

const capture = vi.fn();
const flush = vi.fn();
let waits: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  capture.mockClear();
  flush.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Screen({ who, finger, off = false }: { who?: string; finger?: string; off?: boolean }) {
  const state = {
    status: finger ? 'scanned' : 'connected',
    text: '',
    template: finger ? { Template: finger } : null,
    retryIn: null,
    glass: null,
    advice: null,
  };
  waits = useFingerFor(who, { state, open: true, capture, flush } as unknown as ScannerInUse, off);
  return null;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('a finger', () => {
  test('that comes before its student is kept for the one who is chosen next', () => {
    const shown = render(<Screen />);
    pass(1_000);
    expect(capture).toHaveBeenCalledTimes(1);
    shown.rerender(<Screen finger="one" />);
    expect(waits).toBe(true);
    pass(29_000);
    shown.rerender(<Screen finger="one" who="4001" />);
    expect(waits).toBe(false);
    pass(60_000);
    expect(capture).toHaveBeenCalledTimes(1);
    expect(flush).not.toHaveBeenCalled();
  });

  test('that is being read while its student is chosen is not thrown away for another one', () => {
    const shown = render(<Screen />);
    pass(1_000);
    shown.rerender(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    shown.rerender(<Screen who="4001" finger="one" />);
    expect(capture).toHaveBeenCalledTimes(1);
    // The next student of the same screen needs a finger of their own.
    shown.rerender(<Screen who="4002" finger="one" />);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is for no other student after that one', () => {
    const shown = render(<Screen finger="one" />);
    shown.rerender(<Screen finger="one" who="4001" />);
    shown.rerender(<Screen finger="one" />);
    expect(flush).toHaveBeenCalledTimes(1);
    const other = render(<Screen finger="two" who="4001" />);
    other.rerender(<Screen finger="two" who="4002" />);
    expect(capture).toHaveBeenCalledTimes(1);
  });

  test('is dropped where nobody claims it, and another one is asked for', () => {
    const shown = render(<Screen />);
    pass(1_000);
    shown.rerender(<Screen finger="one" />);
    pass(30_000);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is asked for anew once the last one had time to be taken off', () => {
    const shown = render(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    shown.rerender(<Screen who="4001" finger="one" />);
    shown.rerender(<Screen />);
    pass(900);
    expect(capture).toHaveBeenCalledTimes(1);
    pass(100);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is not asked for where the PIN is the proof', () => {
    const shown = render(<Screen off />);
    shown.rerender(<Screen off who="4001" />);
    pass(60_000);
    expect(capture).not.toHaveBeenCalled();
  });
});
