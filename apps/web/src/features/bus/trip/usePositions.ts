import { POSITION_EVERY_SECONDS, tellPosition } from '@mfuko/contract/bus-positions';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';

/** Told: the office sees the position. Denied: the browser forbids it. Unknown: no fix, or no answer yet. */
export type PositionState = 'told' | 'denied' | 'unknown';

const ANSWER_WITHIN_MS = 10_000;
const FIX_WITHIN_MS = 15_000;

/**
 * Reports the bus's position to the office while the server has its trip open and the network is up. A late position would be wrong, so the
 * device stores none. `tripId` is null while no trip is open.
 */
export function usePositions(tripId: string | null, away: boolean, onClosed: () => void): PositionState {
  const [state, setState] = useState<PositionState>('unknown');
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useEffect(() => {
    setState('unknown');
    if (tripId === null || away || !navigator.geolocation) return;
    let gone = false;
    const tell = () =>
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude: lat, longitude: long, accuracy } }) => {
          // The position was requested while the trip was open, and found after its close.
          if (gone) return;
          const input = { sysid: tripId, lat, long, accuracy };
          const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
          call(tellPosition, input, { overlay: false, byItself: true, signal }).then(
            () => !gone && setState('told'),
            (error: unknown) => {
              if (gone) return;
              setState('unknown');
              if (error instanceof CallError && error.problem === 'bus.trip-closed') closed.current();
            },
          );
        },
        ({ code, PERMISSION_DENIED }) => !gone && setState(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
        { enableHighAccuracy: true, maximumAge: POSITION_EVERY_SECONDS * 500, timeout: FIX_WITHIN_MS },
      );
    tell();
    const timer = setInterval(tell, POSITION_EVERY_SECONDS * 1000);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [tripId, away]);
  return state;
}
