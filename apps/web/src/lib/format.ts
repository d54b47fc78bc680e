// `negative` shows no sign for a zero, nor for a tiny negative amount that is rounded to zero.
const TWO_DECIMALS = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});
const WHOLE = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });

/** Placeholder for zero and for values that are not numbers. */
export const NOTHING = '---';

let dateParts = partsOf('Africa/Nairobi');

/** Sets the school's time zone, in which times are shown whatever the device's zone is. */
export function setTimeZone(zone: string): void {
  dateParts = partsOf(zone);
}

/** Formats an amount with two decimals and thousands separators; `---` for zero, NaN and infinity. */
export function formatAmount(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  const text = TWO_DECIMALS.format(value);
  return Number(text.replaceAll(',', '')) === 0 ? NOTHING : text;
}

/**
 * Formats an amount with two decimals and thousands separators, zero included: for places where zero is the expected result, and for
 * charts.
 */
export function formatMoney(value: number): string {
  return TWO_DECIMALS.format(value);
}

/** Formats a count without decimals; zero is shown as 0. */
export function formatCount(value: number): string {
  return WHOLE.format(value);
}

/** Formats a moment as dd/mm/yyyy hh:mm in the school's time zone. */
export function formatDate(moment: string | number | Date | null | undefined): string {
  if (moment === null || moment === undefined) return NOTHING;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return NOTHING;
  const parts = Object.fromEntries(dateParts.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}`;
}

/** Returns the day of a moment in the school's time zone as the server writes days: `2026-11-20`. */
export function dayOf(moment: number): string {
  const parts = Object.fromEntries(dateParts.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** Formats a day, `2026-11-20`, or a month, `2026-11`, as the console shows them: 20/11/2026, 11/2026. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

export type AgoUnit = 'minutes' | 'hours' | 'days' | 'months' | 'years';
export interface Ago {
  readonly unit: AgoUnit;
  readonly count: number;
}

const STEPS: readonly (readonly [AgoUnit, perUnit: number, under: number])[] = [
  ['minutes', 60_000, 60],
  ['hours', 3_600_000, 24],
  ['days', 86_400_000, 30],
  ['months', 30 * 86_400_000, 12],
];

/** Returns the age of a moment: minutes under 60, hours under 24, days under 30, months under 12, then years. */
export function ago(moment: string | number | Date, now: number): Ago {
  const passed = Math.max(0, now - new Date(moment).getTime());
  for (const [unit, perUnit, under] of STEPS) {
    const count = Math.floor(passed / perUnit);
    if (count < under) return { unit, count };
  }
  return { unit: 'years', count: Math.max(1, Math.floor(passed / (365 * 86_400_000))) };
}

function partsOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
