/** Lifetime of a code, in seconds. */
export const CODE_LIFE = 5 * 60;
export const MAX_TRIES = 5;
export const CODE_DIGITS = 6;
export const RESEND_AFTER = 30;
const MAX_PER_HOUR = 5;
const MAX_PER_DAY = 10;
/** Share of these limits for one address, so that requests by a stranger leave some codes to the owner. */
const MAX_PER_ADDRESS = { anHour: 3, aDay: 6 } as const;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Purpose for which a code was requested; a code is valid for its purpose only. */
export type Purpose =
  | 'sign-in'
  | 'password-reset'
  | 'change-phone'
  | 'change-phone-new'
  | 'change-email'
  | 'change-password'
  | 'backup-codes';

/** Budgets of codes: requests in one budget do not use up the others. */
const BUDGETS: readonly (readonly Purpose[])[] = [
  ['sign-in'],
  ['password-reset'],
  ['change-phone', 'change-phone-new', 'change-email', 'change-password', 'backup-codes'],
];

/** Returns the purposes that share a budget with this one. */
export function budgetOf(purpose: Purpose): readonly Purpose[] {
  return BUDGETS.find((purposes) => purposes.includes(purpose)) ?? [purpose];
}

/**
 * Most wrong tries of backup codes for one number. There are 2^40 codes, ten of them right: guessing takes some ten thousand years for
 * one chance in a thousand. Codes by SMS are not affected.
 */
export const MAX_BACKUP_TRIES = { anHour: 15, aDay: 30 } as const;

/**
 * Most wrong tries of a second factor for one user. Three of a million codes are right at a time: a guesser who has the phone number
 * needs some thirty years for an even chance.
 */
export const MAX_FACTOR_TRIES = { anHour: 10, aDay: 20 } as const;

/** Seconds after the proof of a second factor within which a session may make the calls that require one. */
export const STEP_UP_LIFE = 10 * 60;

/** Seconds after a sign-in by code within which a session may begin to set up a first factor. */
export const FIRST_FACTOR_WITHIN = 10 * 60;

/**
 * Waiting of a first factor for which nothing but the phone number vouches. `seconds`: time for which it does not count.
 * `trustedSeconds`: greatest age of an account, and least age of a browser's first sign-in, with which it counts at once; a number that
 * is taken over on a Friday is missed on Monday. `changedSeconds`: time after a change of the number during which the browser must be
 * older than the change by `trustedSeconds`, since a thief moves the number to another phone and waits.
 */
export const FIRST_FACTOR_WAIT = { seconds: DAY, trustedSeconds: 3 * DAY, changedSeconds: 30 * DAY } as const;

/**
 * Limits of desk PINs. `wholeSeconds`: time after a sign-in by code for which a PIN opens a full session; `outboxSeconds`: time for which
 * a PIN opens a session that hands in offline records, after which the server would refuse those anyway. Each sign-in permits five
 * guesses of a million.
 */
export const DESK_RULES = {
  wholeSeconds: 12 * HOUR,
  outboxSeconds: 7 * DAY,
  freeMisses: 3,
  mostMisses: 5,
  pauseSeconds: 30,
} as const;

/** Returns true for six digits that are guessed first: one digit repeated, a sequence, or repeated pairs or halves. */
export function isWeakDeskPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, place) => (Number(digit) - Number(pin[place]) + 10) % 10);
  return steps.every((step) => step === steps[0] && [0, 1, 9].includes(step)) || /^(\d\d)\1\1$|^(\d{3})\2$/.test(pin);
}

export type CodeRefusal = { readonly kind: 'too-soon' | 'too-many'; readonly retryAfter: number };

/** An earlier code of the same budget for a number: its age in seconds, and if it was for the same purpose. */
export interface EarlierCode {
  readonly age: number;
  readonly same: boolean;
  /** True if the same address requested it. */
  readonly here?: boolean;
}

/**
 * Returns null if another code may be made for a number, else the refusal. `earlier` are the codes of the last day, in any order. The
 * limits of an hour and a day count all codes of the budget; before them, except for a known device, those from the same address are
 * counted.
 */
export function mayAskForCode(earlier: readonly EarlierCode[], known = false): CodeRefusal | null {
  const youngest = Math.min(...earlier.filter(({ same }) => same).map(({ age }) => age));
  if (youngest < RESEND_AFTER) return { kind: 'too-soon', retryAfter: Math.ceil(RESEND_AFTER - youngest) };
  const ages = earlier.map(({ age }) => age);
  const here = known ? [] : earlier.filter((code) => code.here).map(({ age }) => age);
  const address = tooMany(here, DAY, MAX_PER_ADDRESS.aDay) ?? tooMany(here, HOUR, MAX_PER_ADDRESS.anHour);
  return address ?? tooMany(ages, DAY, MAX_PER_DAY) ?? tooMany(ages, HOUR, MAX_PER_HOUR);
}

function tooMany(ages: readonly number[], window: number, most: number): CodeRefusal | null {
  const inside = ages.filter((age) => age < window).sort((a, b) => a - b);
  const blocking = inside[most - 1];
  return blocking === undefined ? null : { kind: 'too-many', retryAfter: Math.ceil(window - blocking) };
}
