/** Plausibility of digits in a PIN's field, which may be the next student's number: typed on after a wrong PIN it would cost the one before a try. */
export interface PinPlausibility {
  /** True if the PIN may be sent; false once for one that looks like a number. The very same once more is meant as a PIN. */
  mayGo(admissionNumber: string, pin: string): boolean;
  /** The PIN that was sent for that student was answered. */
  answered(admissionNumber: string, isWrong: boolean): void;
  /** Nobody has typed for a while after a wrong PIN of that student: somebody else may stand there. */
  wait(admissionNumber: string): void;
  /** Another student begins. */
  forget(): void;
}

/**
 * Nothing is looked up, and nothing but a length is kept of a PIN that was sent: in doubt is one of another length than the wrong one
 * before, one that comes a while after it, and one that is the student's own number, which no PIN may be.
 */
export function createPinPlausibility(): PinPlausibility {
  /** Digits of the PINs that are on their way or were wrong, by student. */
  const tried = new Map<string, number>();
  let doubted = '';
  let waitedFor = '';
  return {
    mayGo(admissionNumber, pin) {
      const isLikeBefore = (tried.get(admissionNumber) ?? pin.length) === pin.length && admissionNumber !== waitedFor;
      const may = (isLikeBefore && pin !== admissionNumber) || doubted === pin;
      doubted = may ? '' : pin;
      if (may) {
        tried.set(admissionNumber, pin.length);
        waitedFor = '';
      }
      return may;
    },
    answered(admissionNumber, isWrong) {
      if (!isWrong) tried.delete(admissionNumber);
    },
    wait(admissionNumber) {
      waitedFor = admissionNumber;
    },
    forget() {
      doubted = '';
      waitedFor = '';
    },
  };
}
