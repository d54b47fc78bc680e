import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { next, type ScannerEvent, type ScannerState, START } from '../lib/scanner/machine.ts';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';
import { useFingerFor } from './useFingerFor.ts';

let reader: ScannerState;
const capture = vi.fn(() => happen({ type: 'capturing' }));
const flush = vi.fn(() => happen({ type: 'flushed' }));
let changed = () => {};
let waits: boolean;

function happen(event: ScannerEvent): void {
  reader = next(reader, event);
  changed();
}
const touch = (finger: string) =>
  act(() => happen({ type: 'message', message: { kind: 'template', template: { Template: finger } } }));

beforeEach(() => {
  vi.useFakeTimers();
  reader = next(START, { type: 'opened' });
  capture.mockClear();
  flush.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Screen({ who, off = false }: { who?: string; off?: boolean }) {
  const [state, setState] = useState(reader);
  changed = () => setState(reader);
  waits = useFingerFor(who, { state, open: true, capture, flush } as unknown as ScannerInUse, off);
  return null;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('a finger', () => {
  test('that comes before its student is kept for the one who is chosen next', () => {
    const shown = render(<Screen />);
    pass(1_000);
    expect(capture).toHaveBeenCalledTimes(1);
    touch('one');
    expect(waits).toBe(true);
    pass(29_000);
    shown.rerender(<Screen who="4001" />);
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
    touch('one');
    expect(capture).toHaveBeenCalledTimes(1);
    // The next student of the same screen needs a new finger.
    shown.rerender(<Screen who="4002" />);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is asked for where the request before its student was dropped', () => {
    const shown = render(<Screen />);
    pass(1_000);
    // Escape, with no student chosen.
    act(() => flush());
    shown.rerender(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(2);
    expect(reader.capturing).toBe(true);
  });

  test('is asked for where money was paid in between', () => {
    const shown = render(<Screen />);
    pass(1_000);
    shown.rerender(<Screen off />);
    shown.rerender(<Screen off who="4015" />);
    act(() => flush());
    shown.rerender(<Screen off />);
    shown.rerender(<Screen />);
    shown.rerender(<Screen who="4002" />);
    expect(reader.capturing).toBe(true);
  });

  test('is asked for again with nobody chosen', () => {
    render(<Screen />);
    pass(1_000);
    act(() => flush());
    pass(1_000);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is for no other student after that one', () => {
    const shown = render(<Screen />);
    pass(1_000);
    touch('one');
    shown.rerender(<Screen who="4001" />);
    shown.rerender(<Screen />);
    expect(flush).toHaveBeenCalledTimes(1);
    expect(reader.template).toBeNull();
  });

  test('that was asked for from one student is not kept for the next', () => {
    const shown = render(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    shown.rerender(<Screen />);
    expect(reader.capturing).toBe(false);
    shown.rerender(<Screen who="4002" />);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is dropped where nobody claims it, and another one is asked for', () => {
    render(<Screen />);
    pass(1_000);
    touch('one');
    pass(30_000);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('is asked for anew once the last one had time to be taken off', () => {
    const shown = render(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    touch('one');
    shown.rerender(<Screen />);
    pass(900);
    expect(capture).toHaveBeenCalledTimes(1);
    pass(100);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('that could not be read is asked for again once the warning was read', () => {
    render(<Screen who="4001" />);
    act(() => happen({ type: 'message', message: { kind: 'warning', text: 'Too dry' } }));
    pass(1_900);
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
