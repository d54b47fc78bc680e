import type { Today } from '@mfuko/contract/today';

/** Change of the number of students in school during one hour. Hour 1 is the first of the same weekday a week before. */
export interface PassedHour {
  readonly place: number;
  readonly grew: number;
}

/** Place of today's first hour. */
const TODAY = 7 * 24 + 1;

/**
 * Returns the number of students in school at the end of each hour, of today and of the same weekday a week before: those in school now,
 * minus later arrivals, plus later departures.
 */
export function presenceOf(passed: readonly PassedHour[], now: number, hourNow: number): Today['presence']['hours'] {
  /** Returns the number of students at the end of an hour; at least zero, since a passage may not have been recorded. */
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
