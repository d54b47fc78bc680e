/** Wrong PINs in a row that lock PIN use for a student, and for how long. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;
/** Wrong PINs that one user may enter in an hour, over all students. */
export const MISSES_AN_HOUR = 20;
/** Fingerprints in a row that do not match and then hold finger use for a student, and for how long. */
export const FINGER_TRIES = 5;
export const FINGER_HOLD_SECONDS = 30;

/** Why a PIN of 4 to 8 digits is too easy to guess for that student, in words fit to show; null where it is not. */
export function weaknessOf(pin: string, admissionNumber: string): string | null {
  const number = withoutLeadingZeros(admissionNumber);
  if (withoutLeadingZeros(pin) === number) return 'is the admission number';
  if (
    withoutLeadingZeros(reversed(pin)) === number ||
    withoutLeadingZeros(pin) === withoutLeadingZeros(reversed(admissionNumber))
  ) {
    return 'is the admission number backwards';
  }
  const steps = stepsOf(pin);
  if (steps.every((step) => step === 0)) return 'repeats one digit';
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9)) return 'runs in sequence';
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
