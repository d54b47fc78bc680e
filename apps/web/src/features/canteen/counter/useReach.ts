import { getMealWindows, type MealWindow } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useCall } from '../../../lib/queries.ts';
import { isLost, useReached } from '../../../school/desk/useReached.ts';

const ASK_EVERY_MS = 60_000;
const ASK_AGAIN_MS = 5_000;
const CLOCK_EVERY_MS = 15_000;

export interface Reach {
  /** False where the device has no network, or the last word was that the server is not to be reached. */
  readonly online: boolean;
  /** Asks anew, after a call that found no server. */
  readonly ask: () => void;
  /** The meal window that is open where the school is, and the one that comes next; neither where the canteen serves all day. */
  readonly open: MealWindow | undefined;
  readonly next: MealWindow | undefined;
}

/** Reach: tells if anything can be charged now, by the network, by what the server last answered, and by the meal windows. */
export function useReach(): Reach {
  const windows = useCall(
    getMealWindows,
    {},
    { refetchInterval: ({ state }) => (isLost(state.fetchFailureReason) ? ASK_AGAIN_MS : ASK_EVERY_MS) },
  );
  const online = useReached(windows);
  const time = useTimeOfDay();
  const rows = windows.data?.rows ?? [];
  return {
    online,
    ask: () => void windows.refetch(),
    open: rows.find(({ from, to }) => from <= time && time < to),
    // They come in the order of the day.
    next: rows.find(({ from }) => from > time) ?? rows[0],
  };
}

/** HH:MM in the school's time zone. */
function useTimeOfDay(): string {
  const [time, setTime] = useState(timeNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(timeNow()), CLOCK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return time;
}

function timeNow(): string {
  return formatDate(Date.now()).slice(-5);
}
