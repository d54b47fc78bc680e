import { getMealWindows, type MealWindow } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useCall } from '../../../lib/queries.ts';
import { isLost, useReached } from '../../../school/desk/useReached.ts';

const ASK_EVERY_MS = 60_000;
const ASK_AGAIN_MS = 5_000;
const CLOCK_EVERY_MS = 15_000;

export interface Reach {
  /** False where the device has no network, or where the last call did not reach the server. */
  readonly online: boolean;
  /** Checks the connection again, after a call that did not reach the server. */
  readonly ask: () => void;
  /** Current meal window in the school's time zone, and the next one; neither where the canteen serves all day. */
  readonly open: MealWindow | undefined;
  readonly next: MealWindow | undefined;
}

/** Tells if anything can be charged now, by the network, by the server's last answer and by the meal windows. */
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
    // The windows are sorted by time of day.
    next: rows.find(({ from }) => from > time) ?? rows[0],
  };
}

/** Returns HH:MM in the school's time zone. */
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
