const SINCE = 'queueSince';
const COUNT = 'queueCount';

let waiting: number | null = null;

/** Notes how many events wait on this device, and since when any has. What waits tells nobody its own time. */
export function noteQueue(count: number): void {
  waiting = count;
  localStorage.setItem(COUNT, String(count));
  if (count === 0) localStorage.removeItem(SINCE);
  else if (localStorage.getItem(SINCE) === null) localStorage.setItem(SINCE, String(Date.now()));
}

/** Queue of this device; before this page has looked, what the last one to look has noted of something that waits. Null where nobody knows. */
export function queueOfDevice(): { readonly waiting: number; readonly seconds: number | null } | null {
  const since = localStorage.getItem(SINCE);
  const count = waiting ?? (since === null ? null : Number(localStorage.getItem(COUNT)) || null);
  if (count === null) return null;
  const seconds = since === null ? null : Math.max(0, Math.round((Date.now() - Number(since)) / 1000));
  return { waiting: count, seconds: count === 0 ? null : seconds };
}

/** True where a desk of this device left something waiting, as far as the last one to look has noted. */
export function hasQueue(): boolean {
  return localStorage.getItem(SINCE) !== null;
}
