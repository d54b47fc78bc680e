import type { Sureness } from '@mfuko/contract/canteen-plates';

/** Forecast of portions, from those of the same weekday in the weeks before. */
export interface Forecast {
  readonly plates: number;
  readonly least: number;
  readonly most: number;
  readonly sure: Sureness;
}

/** Least number of weeks for each degree of certainty, and the largest spread allowed: a share of the mean, or a number of portions. */
const SURE = [
  { sure: 'good', weeks: 3, part: 0.2, plates: 2 },
  { sure: 'fair', weeks: 2, part: 0.5, plates: 4 },
] as const;

/**
 * Forecasts one item in one window. `taken` holds the portions of each week in which the canteen served; 0 where none of this item was
 * taken.
 */
export function forecastOf(taken: readonly number[]): Forecast {
  const mean = taken.reduce((sum, plates) => sum + plates, 0) / Math.max(1, taken.length);
  const [least, most] = taken.length === 0 ? [0, 0] : [Math.min(...taken), Math.max(...taken)];
  const met = SURE.find(
    ({ weeks, part, plates }) => taken.length >= weeks && most - least <= Math.max(plates, part * mean),
  );
  // Rounded up, because a surplus portion gets eaten and a missing one leaves a student without.
  return { plates: Math.ceil(mean), least, most, sure: met?.sure ?? 'poor' };
}
