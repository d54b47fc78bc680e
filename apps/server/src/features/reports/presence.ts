import type { Today } from '@mfuko/contract/today';

/** By how many students the school grew in one hour of the last week; hour 1 is the first of the same weekday a week before. */
export interface PassedHour {
  readonly place: number;
  readonly grew: number;
}

/** The first hour of today. */
const TODAY = 7 * 24 + 1;

/**
 * Presence at the end of each hour of today and of the same weekday a week before: those who are in school now, less
 * those who have come since, plus those who have left.
 */
export function presenceOf(passed: readonly PassedHour[], now: number, hourNow: number): Today['presence']['hours'] {
  /** Students in school at the end of an hour. A passage that was never recorded must not count below nobody. */
  const at = (place: number) =>
    Math.max(
      0,
      passed.reduce((left, each) => (each.place > place ? left - each.grew : left), now),
    );
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    today: hour <= hourNow ? at(TODAY + hour) : null,
    before: at(1 + hour),
  }));
}
