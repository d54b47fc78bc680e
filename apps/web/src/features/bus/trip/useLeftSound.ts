import type { TripEntry } from '@mfuko/contract/bus-trips';
import { useEffect } from 'react';
import { soundWarning } from './door-sounds.ts';

/** Interval of the alarm: nobody looks at the tablet of a closed trip. */
const AGAIN_MS = 30_000;

/** Sounds an alarm while the record has children aboard a closed trip, and at once for each further child. */
export function useLeftSound(left: readonly TripEntry[]): void {
  const who = left.map(({ admissionNumber }) => admissionNumber).join();
  useEffect(() => {
    if (who === '') return;
    soundWarning();
    const timer = setInterval(soundWarning, AGAIN_MS);
    return () => clearInterval(timer);
  }, [who]);
}
