import { useEffect, useRef } from 'react';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';

const AFTER_WARNING_MS = 2_000;

/**
 * Asks for the finger once it is known whose it should be, for a scanner with `captureByItself: false`: the finger of the
 * last student may still lie on the reader. Asks again where it could not be read.
 */
export function useCaptureFor(who: string | undefined, scanner: ScannerInUse): void {
  const capture = useRef(scanner.capture);
  capture.current = scanner.capture;
  const { open, state } = scanner;
  const unread = state.status === 'warning';
  useEffect(() => {
    if (who && open) capture.current();
  }, [who, open]);
  useEffect(() => {
    if (!who || !unread) return;
    const timer = setTimeout(() => capture.current(), AFTER_WARNING_MS);
    return () => clearTimeout(timer);
  }, [who, unread]);
}
