const EAT_MS = 3 * 3_600_000;

// Written apart from the client's own, so that a mistake in one does not hide in the other.

/** `YYYYMMDDHHmmss` in East Africa Time. */
export function eatStamp(unixMs: number): string {
  return new Date(unixMs + EAT_MS).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** `DD.MM.YYYY HH:mm:ss` in East Africa Time. */
export function eatDotted(unixMs: number): string {
  const stamp = eatStamp(unixMs);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(..)(..)(..)(..)(..)$/.exec(stamp) ?? [];
  return `${d}.${mo}.${y} ${h}:${mi}:${s}`;
}

/** The wall clock of East Africa, with a Z that is none of it. */
export function eatWithZ(unixMs: number): string {
  return `${new Date(unixMs + EAT_MS).toISOString().slice(0, 19)}Z`;
}

/** Unix milliseconds of `YYYYMMDDHHmmss` or `YYYY-MM-DD HH:mm:ss` in East Africa Time; NaN where it is neither. */
export function fromEat(text: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(text) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - EAT_MS;
}
