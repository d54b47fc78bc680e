const KEPT = 'clockAhead';
/** Differences below this count as none, because the Date header has a resolution of one second. */
const SAME_MS = 2_000;

/**
 * Learns the server's clock from a response's Date header, so that a device with a wrong clock signs with the correct time and reports its
 * clock's error for records made offline. The offset is kept in local storage, because the next page may open offline.
 */
export function learnClock(answer: Response): void {
  const server = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(server)) return;
  const ahead = server - Date.now();
  const told = Math.abs(ahead) > SAME_MS ? ahead : 0;
  const known = clockAhead();
  if (known === null || Math.abs(known - told) > SAME_MS) localStorage.setItem(KEPT, String(told));
}

/** Returns how far the server's clock is ahead of the device's, in milliseconds, by the last response; null before the first one. */
export function clockAhead(): number | null {
  const kept = localStorage.getItem(KEPT);
  return kept === null ? null : Number(kept);
}

/**
 * Returns the server's time as far as it is known, in milliseconds since 1970. Timestamps of the server must be compared with this value,
 * not with the device's clock.
 */
export function serverNow(): number {
  return Date.now() + (clockAhead() ?? 0);
}
