import { useEffect, useRef } from 'react';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';

/** Time to take the last finger off: it would be scanned again for the next student. */
const LIFT_MS = 1_000;
/** A finger that nobody claims is dropped. */
const FINGER_KEPT_MS = 30_000;
const AFTER_WARNING_MS = 2_000;

/**
 * The finger of a desk where the student is typed, for a scanner with `captureByItself: false`. It is asked for before the student is
 * known, too: a finger that comes first is kept for the student who is chosen next, and for nobody after that one. `off` where no
 * finger is wanted. Answers true while a finger waits for its student.
 */
export function useFingerFor(who: string | undefined, scanner: ScannerInUse, off = false): boolean {
  const { open, state } = scanner;
  const latest = useRef(scanner);
  latest.current = scanner;
  /** Student for whom the finger on the screen was scanned or kept. */
  const owner = useRef<string | undefined>(undefined);
  const scanned = state.template !== null;
  const { capturing } = state;
  const unread = state.status === 'warning';
  useEffect(() => {
    if (off || !open || who === undefined) return;
    const { template, capturing } = latest.current.state;
    const isTheirs = template !== null && (owner.current ?? who) === who;
    // A finger that is being read just now would be thrown away by another request, and lie on the glass as one that was used.
    const isOnItsWay = capturing && owner.current === undefined;
    owner.current = who;
    if (!isTheirs && !isOnItsWay) latest.current.capture();
  }, [who, open, off]);
  useEffect(() => {
    if (off || !open || who !== undefined) return;
    const used = owner.current !== undefined;
    owner.current = undefined;
    // Dropped, a finger or its request is gone from the state, and this effect runs again.
    if (used && (scanned || capturing)) return latest.current.flush();
    if (capturing || unread) return;
    const timer = setTimeout(() => latest.current.capture(), scanned ? FINGER_KEPT_MS : LIFT_MS);
    return () => clearTimeout(timer);
  }, [who, open, scanned, capturing, unread, off]);
  useEffect(() => {
    if (off || !unread) return;
    const timer = setTimeout(() => latest.current.capture(), AFTER_WARNING_MS);
    return () => clearTimeout(timer);
  }, [unread, off]);
  return !off && scanned && who === undefined;
}
