import { type RefObject, useEffect } from 'react';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import type { Lane } from '../lane/lane.ts';
import { play } from '../sounds.ts';

/** Gives the scanner's fingers, and its requests for a better image, to the lane. Keeps `inUse` for the lane, which frees the scanner. */
export function useScannedFingers(
  lane: Lane,
  scanner: ScannerInUse | null,
  inUse: RefObject<ScannerInUse | null>,
): void {
  useEffect(() => {
    inUse.current = scanner;
    lane.finger(scanner?.state.template ?? null, Boolean(scanner?.state.glass));
  }, [lane, scanner, inUse]);
  const advice = scanner?.state.advice ?? null;
  useEffect(() => {
    if (advice === null) return;
    // Browsers block sound on a page without a user gesture, and an unused gate has nobody to alert.
    const isUsed = lane.queue.lines.get().length > 0 || lane.entry.get().number !== '';
    lane.advised();
    if (isUsed) play('look');
  }, [lane, advice]);
}
