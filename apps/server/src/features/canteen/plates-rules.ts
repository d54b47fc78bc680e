import type { Sureness } from '@mfuko/contract/canteen-plates';

/** Forecast: what a kitchen cooks for, from what the same weekday took in the weeks before. */
export interface Forecast {
  readonly plates: number;
  readonly least: number;
  readonly most: number;
  readonly sure: Sureness;
}

/** Weeks below which nothing is sure, and how far apart they may be: a part of the mean, and some plates of a small one. */
const SURE = [
  { sure: 'good', weeks: 3, part: 0.2, plates: 2 },
  { sure: 'fair', weeks: 2, part: 0.5, plates: 4 },
] as const;

/** Forecast of one item in one window; `taken` has a number for each week that counts, none where nothing was had of it. */
export function forecastOf(taken: readonly number[]): Forecast {
  const mean = taken.reduce((sum, plates) => sum + plates, 0) / Math.max(1, taken.length);
  const [least, most] = taken.length === 0 ? [0, 0] : [Math.min(...taken), Math.max(...taken)];
  const met = SURE.find(
    ({ weeks, part, plates }) => taken.length >= weeks && most - least <= Math.max(plates, part * mean),
  );
  // A plate too many is eaten by somebody; a plate too few is not.
  return { plates: Math.ceil(mean), least, most, sure: met?.sure ?? 'poor' };
}
