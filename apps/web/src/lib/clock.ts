const KEPT = 'clockAhead';
/** The header has whole seconds; less than that is no difference. */
const SAME_MS = 2_000;

/**
 * Learns the server's clock from an answer, so that a device whose clock is wrong signs the right time, and says how wrong it was of what
 * it records without a network. It outlives the page: the next one may open without a network.
 */
export function learnClock(answer: Response): void {
  const server = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(server)) return;
  const ahead = server - Date.now();
  const told = Math.abs(ahead) > SAME_MS ? ahead : 0;
  const known = clockAhead();
  if (known === null || Math.abs(known - told) > SAME_MS) localStorage.setItem(KEPT, String(told));
}

/** Clock lead: how far the server's clock is ahead of this one, in milliseconds, by its last answer; null where there has been none. */
export function clockAhead(): number | null {
  const kept = localStorage.getItem(KEPT);
  return kept === null ? null : Number(kept);
}

/** Milliseconds since 1970 by the server's clock, as far as it is known: what the server has dated is held against this, never against a device's own clock. */
export function serverNow(): number {
  return Date.now() + (clockAhead() ?? 0);
}
