const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Nairobi is three hours ahead of UTC, all year, in milliseconds. */
export const NAIROBI = 3 * HOUR;

/** The midnight of Nairobi at or before a moment; both in milliseconds. */
export const lastMidnight = (at: number): number => Math.floor((at + NAIROBI) / DAY) * DAY - NAIROBI;
