/** First and last day of a time, both in it: `2026-09-01`. Without a first day it begins with the first movement. */
export interface Period {
  readonly from: string | null;
  readonly to: string;
}

export const PERIODS = ['month', 'lastMonth', 'term', 'all', 'days'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Kenyan schools have three terms; each is taken with the holidays after it, so that no day is in none. */
const TERM_MONTHS = 4;

/** The days of a time that has a name, as seen on the day `today`. `days` is what somebody types. */
export function periodOf(name: Exclude<PeriodName, 'days'>, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (name === 'all') return { from: null, to: today };
  if (name === 'month') return { from: dayOf(year, month, 1), to: today };
  if (name === 'lastMonth') return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  return { from: dayOf(year, Math.floor((month - 1) / TERM_MONTHS) * TERM_MONTHS + 1, 1), to: today };
}

/** Months beyond the year and days beyond the month count on, as `Date` has it. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
