const SINCE = 'queueSince';
const COUNT = 'queueCount';

let waiting: number | null = null;

/** Notes how many events wait in this device's queue, and since when; the time is kept here because the events do not expose theirs. */
export function noteQueue(count: number): void {
  waiting = count;
  localStorage.setItem(COUNT, String(count));
  if (count === 0) localStorage.removeItem(SINCE);
  else if (localStorage.getItem(SINCE) === null) localStorage.setItem(SINCE, String(Date.now()));
}

/**
 * Returns the state of this device's queue. Before this page has read the queue, the state is what an earlier page noted of a non-empty
 * queue; null where nothing was noted.
 */
export function queueOfDevice(): { readonly waiting: number; readonly seconds: number | null } | null {
  const since = localStorage.getItem(SINCE);
  const count = waiting ?? (since === null ? null : Number(localStorage.getItem(COUNT)) || null);
  if (count === null) return null;
  const seconds = since === null ? null : Math.max(0, Math.round((Date.now() - Number(since)) / 1000));
  return { waiting: count, seconds: count === 0 ? null : seconds };
}

/** Returns true where an earlier page noted that a desk of this device left events in the queue. */
export function hasQueue(): boolean {
  return localStorage.getItem(SINCE) !== null;
}
