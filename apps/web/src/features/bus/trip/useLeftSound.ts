import type { TripEntry } from '@mfuko/contract/bus-trips';
import { useEffect } from 'react';
import { soundWarning } from './door-sounds.ts';

/** Nobody looks at a tablet whose trip is closed. */
const AGAIN_MS = 30_000;

/** Sounds for as long as the record has children aboard a closed trip, and at once for each who comes in. */
export function useLeftSound(left: readonly TripEntry[]): void {
  const who = left.map(({ admissionNumber }) => admissionNumber).join();
  useEffect(() => {
    if (who === '') return;
    soundWarning();
    const timer = setInterval(soundWarning, AGAIN_MS);
    return () => clearInterval(timer);
  }, [who]);
}
