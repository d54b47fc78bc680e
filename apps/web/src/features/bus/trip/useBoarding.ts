import { useEffect, useState } from 'react';
import type { Template } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import type { RideKind } from './useRides.ts';

/** The first digits of a number may be a number too, so a finger waits for the typing to end. */
const SETTLED_AFTER_MS = 800;
/** A finger that nobody claims is dropped, or it would go with the next child's number. */
const FINGER_KEPT_MS = 30_000;

interface BoardingOptions {
  readonly busy: boolean;
  readonly byFinger: boolean;
  readonly scanner: ScannerInUse;
  readonly onRide: (kind: RideKind, number: string, finger: Template | null) => void;
}

/** Puts number and finger together at the door, in whichever order they come: one child at a time, and each finger once. */
export function useBoarding({ busy, byFinger, scanner, onRide }: BoardingOptions) {
  const [kind, setKind] = useState<RideKind>('on');
  const [number, setNumber] = useState('');
  const [settled, setSettled] = useState(false);
  const [missing, setMissing] = useState(false);
  /** Finger that has gone with a child, or that nobody has claimed; the scanner shows it until it takes the next one. */
  const [spent, setSpent] = useState<Template | null>(null);
  const { template } = scanner.state;
  const finger = byFinger && template !== spent ? template : null;

  function type(text: string): void {
    setMissing(false);
    setNumber(text);
    setSettled(false);
  }
  function send(): void {
    onRide(kind, number, finger);
    if (finger) setSpent(finger);
    type('');
  }
  /** Enter or the button: records, or waits for the finger that is still missing. */
  function press(): void {
    // One child at a time; the next number waits in its field.
    if (busy) return;
    setMissing(number === '');
    if (number === '') return;
    if (finger || !byFinger) send();
    else setSettled(true);
  }
  useEffect(() => {
    if (number === '' || settled) return;
    const timer = setTimeout(() => setSettled(true), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [number, settled]);
  // One touch is enough where the number is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number and finger
  useEffect(() => {
    if (finger && number !== '' && settled && !busy) send();
  }, [finger, number, settled, busy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each finger
  useEffect(() => {
    if (!finger) return;
    const timer = setTimeout(() => {
      setSpent(finger);
      scanner.flush();
    }, FINGER_KEPT_MS);
    return () => clearTimeout(timer);
  }, [finger]);
  return {
    kind,
    setKind,
    number,
    missing,
    type,
    press,
    /** Chosen by name or card, nobody types any more; Enter on a number that stands there is a press. */
    choose(chosen: string): void {
      if (chosen === number) press();
      else setSettled(true);
    },
  };
}
