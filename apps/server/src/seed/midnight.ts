const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Offset of Nairobi from UTC in milliseconds: three hours, all year. */
export const NAIROBI = 3 * HOUR;

/** Returns the last midnight of Nairobi at or before `at`; both in Unix milliseconds. */
export const lastMidnight = (at: number): number => Math.floor((at + NAIROBI) / DAY) * DAY - NAIROBI;
