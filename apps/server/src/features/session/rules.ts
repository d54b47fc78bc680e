/** Codes live this long, in seconds. */
export const CODE_LIFE = 5 * 60;
export const MOST_TRIES = 5;
export const CODE_DIGITS = 6;
export const RESEND_AFTER = 30;
const MOST_AN_HOUR = 5;
const MOST_A_DAY = 10;
/** Of these, how many one address may have: whoever asks for another's number leaves them some. */
const MOST_OF_ADDRESS = { anHour: 3, aDay: 6 } as const;
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
 * Most tries of backup codes that one number may have that were not right. There are 2^40 codes, ten of them right: whoever
 * guesses on needs some ten thousand years for one chance in a thousand. Codes by SMS are not touched by this.
 */
export const MOST_BACKUP_TRIES = { anHour: 15, aDay: 30 } as const;

/**
 * Most tries of a second factor that one person may have that were not right. Three of a million codes are right at a moment:
 * whoever has the phone number alone needs some thirty years for an even chance.
 */
export const MOST_FACTOR_TRIES = { anHour: 10, aDay: 20 } as const;

/** Step-up: how many seconds a session that proved its second factor may make the calls that ask for it. */
export const STEP_UP_LIFE = 10 * 60;

/** First factor: how many seconds after a sign-in by code a session may begin to set it up. */
export const FIRST_FACTOR_WITHIN = 10 * 60;

/**
 * First factor that nothing but the phone number speaks for: how many seconds it opens nothing. Trusted: the age of an account, at most, and of a browser's
 * first sign-in, at least, at which it waits for nothing: a number that is taken over on a Friday is missed on Monday. Changed: how long after a change of the
 * number a browser has to be of before it, for whoever has a number moves it to a phone of their own and waits.
 */
export const FIRST_FACTOR_WAIT = { seconds: DAY, trustedSeconds: 3 * DAY, changedSeconds: 30 * DAY } as const;

/**
 * PINs of desks. Whole: how long after a sign-in by code a PIN opens a session that may do all; outbox: how long one that hands in what was
 * recorded without a network, after which the server would not take it anyway. Each sign-in buys five guesses of a million.
 */
export const DESK_RULES = {
  wholeSeconds: 12 * HOUR,
  outboxSeconds: 7 * DAY,
  freeMisses: 3,
  mostMisses: 5,
  pauseSeconds: 30,
} as const;

/** Tells whether six digits are among those that somebody tries first: one digit, a sequence, pairs or halves that repeat. */
export function isWeakDeskPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, place) => (Number(digit) - Number(pin[place]) + 10) % 10);
  return steps.every((step) => step === steps[0] && [0, 1, 9].includes(step)) || /^(\d\d)\1\1$|^(\d{3})\2$/.test(pin);
}

export type CodeRefusal = { readonly kind: 'too-soon' | 'too-many'; readonly retryAfter: number };

/** A code of the same budget that a number got: seconds since then, and whether it was for what one is asked for now. */
export interface EarlierCode {
  readonly age: number;
  readonly same: boolean;
  /** True if the address that asks now asked for it. */
  readonly here?: boolean;
}

/**
 * Tells whether another code may be made for a number. `earlier` are the codes of the last day, in any order. Null
 * where it may. What counts against the hour and the day is all that was asked for in that budget, and before that, but for a
 * known device, what was asked for from that address.
 */
export function mayAskForCode(earlier: readonly EarlierCode[], known = false): CodeRefusal | null {
  const youngest = Math.min(...earlier.filter(({ same }) => same).map(({ age }) => age));
  if (youngest < RESEND_AFTER) return { kind: 'too-soon', retryAfter: Math.ceil(RESEND_AFTER - youngest) };
  const ages = earlier.map(({ age }) => age);
  const here = known ? [] : earlier.filter((code) => code.here).map(({ age }) => age);
  const address = tooMany(here, DAY, MOST_OF_ADDRESS.aDay) ?? tooMany(here, HOUR, MOST_OF_ADDRESS.anHour);
  return address ?? tooMany(ages, DAY, MOST_A_DAY) ?? tooMany(ages, HOUR, MOST_AN_HOUR);
}

function tooMany(ages: readonly number[], window: number, most: number): CodeRefusal | null {
  const inside = ages.filter((age) => age < window).sort((a, b) => a - b);
  const blocking = inside[most - 1];
  return blocking === undefined ? null : { kind: 'too-many', retryAfter: Math.ceil(window - blocking) };
}
