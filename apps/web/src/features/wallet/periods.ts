/** First and last day of a period, both included: `2026-09-01`. Null starts at the first movement. */
export interface Period {
  readonly from: string | null;
  readonly to: string;
}

export const PERIODS = ['month', 'lastMonth', 'term', 'all', 'days'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Months of a term. Kenyan schools have three terms; each includes the holidays after it, so that the terms cover the year. */
const TERM_MONTHS = 4;

/** Returns the days of a named period, seen from the day `today`. `days` is typed by the user. */
export function periodOf(name: Exclude<PeriodName, 'days'>, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (name === 'all') return { from: null, to: today };
  if (name === 'month') return { from: dayOf(year, month, 1), to: today };
  if (name === 'lastMonth') return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  return { from: dayOf(year, Math.floor((month - 1) / TERM_MONTHS) * TERM_MONTHS + 1, 1), to: today };
}

/** Out-of-range months and days carry over, as in `Date`. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
