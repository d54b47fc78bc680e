import { type FieldError, fieldError } from '@mfuko/contract/field-errors';

/** Number of digits of a PIN that the server makes. */
export const PIN_DIGITS = 6;
/** Wrong PINs in a row that lock PIN use for a student. Each lock without a right PIN since the last is longer, up to a day. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = '15, 60, 240, 1440';
export const PIN_LOCKS = 4;
export const MAX_PIN_LOCK_MINUTES = 1440;
/** Wrong PINs that one user may enter in an hour, over all students. Those of a child who is proved afterwards do not count. */
export const MISSES_AN_HOUR = 20;
/** Wrong PINs in a row that lock PIN use for a student while the PINs of the school are guarded (`sql/students/pins_guarded_until.sql`). */
export const GUARDED_PIN_TRIES = 2;
/** Fingerprints in a row without a match that put finger use of a student on hold. Each hold without a match since the last is longer. */
export const FINGER_TRIES = 5;
export const FINGER_HOLD_SECONDS = '30, 120, 600, 3600';
export const FINGER_HOLDS = 4;
export const MAX_FINGER_HOLD_SECONDS = 3600;
/**
 * Fingerprints without a match that one user may scan in an hour, over all students. Those of a child who is proved afterwards do not
 * count.
 */
export const FINGER_MISSES_AN_HOUR = 60;
/** Longest time of a comparison, waiting included. A comparison that took longer is discarded and not counted. */
export const COMPARE_PIN_SECONDS = 10;
export const COMPARE_FINGER_SECONDS = 30;

/** Returns the reason why a PIN of 4 to 8 digits is too easy to guess for that student; else null. */
export function weaknessOf(pin: string, admissionNumber: string): FieldError | null {
  const number = withoutLeadingZeros(admissionNumber);
  if (withoutLeadingZeros(pin) === number) return fieldError('pin-is-number');
  if (
    withoutLeadingZeros(reversed(pin)) === number ||
    withoutLeadingZeros(pin) === withoutLeadingZeros(reversed(admissionNumber))
  ) {
    return fieldError('pin-is-number-backwards');
  }
  const steps = stepsOf(pin);
  if (steps.every((step) => step === 0)) return fieldError('pin-repeats');
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9)) return fieldError('pin-in-sequence');
  if (PATTERNS.some((pattern) => pattern.test(pin))) return fieldError('pin-pattern');
  if (isYear(pin)) return fieldError('pin-is-year');
  if (TRIED_FIRST.has(pin)) return fieldError('pin-tried-first');
  return null;
}

/** A repeated group of digits (1212, 123123), each digit twice (1122, 112233), or mirrored halves (1221). */
const PATTERNS = [
  /^(\d{1,4})\1+$/,
  /^((\d)\2)+$/,
  /^(\d)(\d)\2\1$/,
  /^(\d)(\d)(\d)\3\2\1$/,
  /^(\d)(\d)(\d)(\d)\4\3\2\1$/,
];

/**
 * PINs that guessers try first: lines and corners of the keypad, alternating even and odd digits, and similar ones. Reason for such a
 * list: Markert et al., "This PIN Can Be Easily Guessed", IEEE Symposium on Security and Privacy 2020.
 */
const TRIED_FIRST = new Set([
  ...['2580', '0852', '1470', '0741', '3690', '0963', '1590', '3570', '1379', '9731', '1397', '7931', '2468', '8642'],
  ...['1357', '7531', '1478', '3698', '13579', '24680', '12369', '14789', '25800', '15937'],
  ...['147258', '147369', '159357', '357159', '258369', '246810', '159753', '789456', '147852', '963852', '741852'],
  ...['142536', '112358', '102030', '1472583', '14725836', '10203040'],
]);

/** Returns true for a year of birth of a child or of a guardian. */
function isYear(pin: string): boolean {
  return /^(19[3-9]\d|20[0-3]\d)$/.test(pin);
}

/** Returns the PINs that follow from the admission number, as far as they are valid PINs. */
export function obviousPins(admissionNumber: string): string[] {
  const pins = [admissionNumber, withoutLeadingZeros(admissionNumber)].flatMap((pin) => [pin, reversed(pin)]);
  return [...new Set(pins)].filter((pin) => pin.length >= 4 && pin.length <= 8);
}

/** Whereabouts of a student by the books; null where the books have no entry, or a departure. */
export interface Whereabouts {
  readonly gate: { readonly since: Date; readonly clockTime: string; readonly today: boolean } | null;
  readonly bus: {
    readonly since: Date;
    readonly clockTime: string;
    readonly today: boolean;
    readonly plate: string;
  } | null;
}

/**
 * Returns the reason why a student cannot be marked as left, or null. A student who came in or boarded today is really there; an earlier
 * day's entry may be a forgotten check-out, so that a reason overrides it.
 */
export function deleteBlockers(
  { gate, bus }: Whereabouts,
  hasReason: boolean,
): 'student.inside' | 'student.aboard' | null {
  if (bus && (bus.today || !hasReason)) return 'student.aboard';
  if (gate && (gate.today || !hasReason)) return 'student.inside';
  return null;
}

/** Returns the steps from each digit to the next, modulo 10, so that 7890 is a sequence too. */
function stepsOf(digits: string): number[] {
  return Array.from(digits.slice(1), (digit, place) => (Number(digit) - Number(digits[place]) + 10) % 10);
}

function reversed(digits: string): string {
  return Array.from(digits).reverse().join('');
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
