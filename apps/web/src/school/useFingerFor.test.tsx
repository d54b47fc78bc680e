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

describe('useFingerFor', () => {
  test('keeps a finger that was read before a student was chosen for that student', () => {
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

  test('keeps a capture in progress when a student is chosen, and captures anew for the next student', () => {
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

  test('captures again for a student when the earlier capture was cancelled', () => {
    const shown = render(<Screen />);
    pass(1_000);
    // Escape, with no student chosen.
    act(() => flush());
    shown.rerender(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(2);
    expect(reader.capturing).toBe(true);
  });

  test('captures again after it was off for a payment', () => {
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

  test('captures again by itself without a student', () => {
    render(<Screen />);
    pass(1_000);
    act(() => flush());
    pass(1_000);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('discards the finger when its student is deselected', () => {
    const shown = render(<Screen />);
    pass(1_000);
    touch('one');
    shown.rerender(<Screen who="4001" />);
    shown.rerender(<Screen />);
    expect(flush).toHaveBeenCalledTimes(1);
    expect(reader.template).toBeNull();
  });

  test('cancels a capture when its student is deselected, and captures anew for the next one', () => {
    const shown = render(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    shown.rerender(<Screen />);
    expect(reader.capturing).toBe(false);
    shown.rerender(<Screen who="4002" />);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('discards an unclaimed finger after 30 seconds and captures again', () => {
    render(<Screen />);
    pass(1_000);
    touch('one');
    pass(30_000);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('captures again one second after the last finger', () => {
    const shown = render(<Screen who="4001" />);
    expect(capture).toHaveBeenCalledTimes(1);
    touch('one');
    shown.rerender(<Screen />);
    pass(900);
    expect(capture).toHaveBeenCalledTimes(1);
    pass(100);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('captures again two seconds after a read warning', () => {
    render(<Screen who="4001" />);
    act(() => happen({ type: 'message', message: { kind: 'warning', text: 'Too dry' } }));
    pass(1_900);
    expect(capture).toHaveBeenCalledTimes(1);
    pass(100);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  test('captures nothing while it is off', () => {
    const shown = render(<Screen off />);
    shown.rerender(<Screen off who="4001" />);
    pass(60_000);
    expect(capture).not.toHaveBeenCalled();
  });
});
