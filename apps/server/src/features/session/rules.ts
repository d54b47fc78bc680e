/** Codes live this long, in seconds. */
export const CODE_LIFE = 5 * 60;
export const MOST_TRIES = 5;
export const CODE_DIGITS = 6;
const RESEND_AFTER = 30;
const MOST_AN_HOUR = 5;
const MOST_A_DAY = 10;
const HOUR = 3600;
const DAY = 24 * HOUR;

export type CodeRefusal = { readonly kind: 'too-soon' | 'too-many'; readonly retryAfter: number };

/**
 * Whether another code may be made for a number. `ages` are the seconds since each code of the last day was made,
 * in any order. Null where it may.
 */
export function mayAskForCode(ages: readonly number[]): CodeRefusal | null {
  const youngest = Math.min(...ages);
  if (youngest < RESEND_AFTER) return { kind: 'too-soon', retryAfter: Math.ceil(RESEND_AFTER - youngest) };
  return tooMany(ages, DAY, MOST_A_DAY) ?? tooMany(ages, HOUR, MOST_AN_HOUR);
}

function tooMany(ages: readonly number[], window: number, most: number): CodeRefusal | null {
  const inside = ages.filter((age) => age < window).sort((a, b) => a - b);
  const blocking = inside[most - 1];
  return blocking === undefined ? null : { kind: 'too-many', retryAfter: Math.ceil(window - blocking) };
}
