/** Codes live this long, in seconds. */
export const CODE_LIFE = 5 * 60;
export const MOST_TRIES = 5;
export const CODE_DIGITS = 6;
export const RESEND_AFTER = 30;
const MOST_AN_HOUR = 5;
const MOST_A_DAY = 10;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Purpose: what a code was asked for. It does that and nothing else. */
export type Purpose =
  | 'sign-in'
  | 'password-reset'
  | 'change-phone'
  | 'change-phone-new'
  | 'change-email'
  | 'change-password'
  | 'backup-codes';

/** Budgets: what is asked for in one of them does not use up the others. */
const BUDGETS: readonly (readonly Purpose[])[] = [
  ['sign-in'],
  ['password-reset'],
  ['change-phone', 'change-phone-new', 'change-email', 'change-password', 'backup-codes'],
];

/** The purposes that share a budget with this one. */
export function budgetOf(purpose: Purpose): readonly Purpose[] {
  return BUDGETS.find((purposes) => purposes.includes(purpose)) ?? [purpose];
}

/**
 * How many tries of backup codes one number may have that were not right. There are 2^40 codes, ten of them right: whoever
 * guesses on needs some ten thousand years for one chance in a thousand. Codes by SMS are not touched by this.
 */
export const MOST_BACKUP_TRIES = { anHour: 15, aDay: 30 } as const;

/**
 * How many tries of a second factor one person may have that were not right. Three of a million codes are right at a moment:
 * whoever has the phone number alone needs some thirty years for an even chance.
 */
export const MOST_FACTOR_TRIES = { anHour: 10, aDay: 20 } as const;

/** Step-up: how many seconds a session that proved its second factor may make the calls that ask for it. */
export const STEP_UP_LIFE = 10 * 60;

export type CodeRefusal = { readonly kind: 'too-soon' | 'too-many'; readonly retryAfter: number };

/** A code of the same budget that a number got: seconds since then, and whether it was for what one is asked for now. */
export interface EarlierCode {
  readonly age: number;
  readonly same: boolean;
}

/**
 * Tells whether another code may be made for a number. `earlier` are the codes of the last day, in any order. Null
 * where it may. What counts against the hour and the day is all that was asked for in that budget.
 */
export function mayAskForCode(earlier: readonly EarlierCode[]): CodeRefusal | null {
  const youngest = Math.min(...earlier.filter(({ same }) => same).map(({ age }) => age));
  if (youngest < RESEND_AFTER) return { kind: 'too-soon', retryAfter: Math.ceil(RESEND_AFTER - youngest) };
  const ages = earlier.map(({ age }) => age);
  return tooMany(ages, DAY, MOST_A_DAY) ?? tooMany(ages, HOUR, MOST_AN_HOUR);
}

function tooMany(ages: readonly number[], window: number, most: number): CodeRefusal | null {
  const inside = ages.filter((age) => age < window).sort((a, b) => a - b);
  const blocking = inside[most - 1];
  return blocking === undefined ? null : { kind: 'too-many', retryAfter: Math.ceil(window - blocking) };
}
