const EAT_MS = 3 * 3_600_000;

// Implemented separately from the client's own code, so that a mistake in one does not hide in the other.

/** Formats a time as `YYYYMMDDHHmmss` in East Africa Time. */
export function eatStamp(unixMs: number): string {
  return new Date(unixMs + EAT_MS).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Formats a time as `DD.MM.YYYY HH:mm:ss` in East Africa Time. */
export function eatDotted(unixMs: number): string {
  const stamp = eatStamp(unixMs);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(..)(..)(..)(..)(..)$/.exec(stamp) ?? [];
  return `${d}.${mo}.${y} ${h}:${mi}:${s}`;
}

/** Formats a time in East Africa Time but with a trailing Z, as the provider does although the time is not UTC. */
export function eatWithZ(unixMs: number): string {
  return `${new Date(unixMs + EAT_MS).toISOString().slice(0, 19)}Z`;
}

/** Parses `YYYYMMDDHHmmss` or `YYYY-MM-DD HH:mm:ss` in East Africa Time to Unix milliseconds; NaN for any other text. */
export function fromEat(text: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(text) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - EAT_MS;
}
