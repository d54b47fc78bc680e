const SINCE = 'queueSince';

let waiting: number | null = null;

/** Notes how many events wait on this device, and since when any has. What waits tells nobody its own time. */
export function noteQueue(count: number): void {
  waiting = count;
  if (count === 0) localStorage.removeItem(SINCE);
  else if (localStorage.getItem(SINCE) === null) localStorage.setItem(SINCE, String(Date.now()));
}

/** Queue of this device; null on a page that does not look after it. */
export function queueOfDevice(): { readonly waiting: number; readonly seconds: number | null } | null {
  if (waiting === null) return null;
  const since = localStorage.getItem(SINCE);
  const seconds = since === null ? null : Math.max(0, Math.round((Date.now() - Number(since)) / 1000));
  return { waiting, seconds: waiting === 0 ? null : seconds };
}

/** True where a desk of this device left something waiting, as far as the last one to look has noted. */
export function hasQueue(): boolean {
  return localStorage.getItem(SINCE) !== null;
}
