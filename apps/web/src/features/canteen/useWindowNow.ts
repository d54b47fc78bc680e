import { getMealWindows, type MealWindow } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';

const EVERY_MS = 15_000;

/** Which meal window is open where the school is, and which comes next; neither where the canteen serves all day. */
export function useWindowNow(): { open: MealWindow | undefined; next: MealWindow | undefined } {
  const windows = useCall(getMealWindows, {}, { refetchInterval: 60_000 });
  const [time, setTime] = useState(timeNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(timeNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const rows = windows.data?.rows ?? [];
  return {
    open: rows.find(({ from, to }) => from <= time && time < to),
    // They come in the order of the day.
    next: rows.find(({ from }) => from > time) ?? rows[0],
  };
}

/** HH:MM in the school's time zone. */
function timeNow(): string {
  return formatDate(Date.now()).slice(-5);
}
