import { useEffect, useRef } from 'react';
import type { ScannerInUse } from '../lib/scanner/useScanner.ts';

const AFTER_WARNING_MS = 2_000;

/**
 * Requests a finger once the student is known, for a scanner with `captureByItself: false`, because the last student's finger may still be
 * on the reader. Requests it again where it could not be read.
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
