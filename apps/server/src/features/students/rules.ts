import { type FieldError, fieldError } from '@mfuko/contract/field-errors';

/** Digits of a PIN that the server makes. */
export const PIN_DIGITS = 6;
/** Wrong PINs in a row that lock PIN use for a student, and for how long. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;
/** Wrong PINs that one user may enter in an hour, over all students. */
export const MISSES_AN_HOUR = 20;
/** Fingerprints in a row that do not match and then hold finger use for a student, and for how long. */
export const FINGER_TRIES = 5;
export const FINGER_HOLD_SECONDS = 30;
/** The longest that a comparison may take, waiting included. One that took longer is worth nothing, and counts for nothing. */
export const COMPARE_PIN_SECONDS = 10;
export const COMPARE_FINGER_SECONDS = 30;

/** Why a PIN of 4 to 8 digits is too easy to guess for that student; null where it is not. */
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
  return null;
}

/** The PINs that anybody would try first who knows the number, as far as they can be PINs. */
export function obviousPins(admissionNumber: string): string[] {
  const pins = [admissionNumber, withoutLeadingZeros(admissionNumber)].flatMap((pin) => [pin, reversed(pin)]);
  return [...new Set(pins)].filter((pin) => pin.length >= 4 && pin.length <= 8);
}

/** Whereabouts: where the books say that a student is; null where they say nothing, or that the student went. */
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
 * Delete blockers: what keeps a student from leaving the school; null where nothing does. Who came in or boarded today
 * is really there; an earlier day's entry may be a check-out that was forgotten, so a reason sets it aside.
 */
export function deleteBlockers(
  { gate, bus }: Whereabouts,
  hasReason: boolean,
): 'student.inside' | 'student.aboard' | null {
  if (bus && (bus.today || !hasReason)) return 'student.aboard';
  if (gate && (gate.today || !hasReason)) return 'student.inside';
  return null;
}

/** From each digit to the next, modulo 10: 7890 runs in sequence too. */
function stepsOf(digits: string): number[] {
  return Array.from(digits.slice(1), (digit, place) => (Number(digit) - Number(digits[place]) + 10) % 10);
}

function reversed(digits: string): string {
  return Array.from(digits).reverse().join('');
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}
