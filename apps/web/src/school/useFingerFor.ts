import { useEffect, useRef } from 'react';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';

/** Time to lift the last finger, which would otherwise be scanned again for the next student. */
const LIFT_MS = 1_000;
/** Time after which an unclaimed finger is dropped. */
const FINGER_KEPT_MS = 30_000;
const AFTER_WARNING_MS = 2_000;

/**
 * Handles the finger of a desk where the student is typed, for a scanner with `captureByItself: false`. A finger is requested before the
 * student is known, too: a finger that comes first is kept for the student who is chosen next, and dropped after that one. `off` where no
 * finger is wanted. Returns true while a finger waits for its student.
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
    // Another request would discard a finger that is being read, and the service would then treat the finger on the glass as used.
    const isOnItsWay = capturing && owner.current === undefined;
    owner.current = who;
    if (!isTheirs && !isOnItsWay) latest.current.capture();
  }, [who, open, off]);
  useEffect(() => {
    if (off || !open || who !== undefined) return;
    const used = owner.current !== undefined;
    owner.current = undefined;
    // Dropping a finger or its request changes the state, so this effect runs again.
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
