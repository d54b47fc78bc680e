/**
 * Plausibility of digits in a PIN field, which may be the next student's number: sent as a PIN after a wrong one, the digits would cost the
 * previous student an attempt.
 */
export interface PinPlausibility {
  /** Returns true if the PIN may be sent; false once for a PIN that may be a number. The same digits once more are accepted as a PIN. */
  mayGo(admissionNumber: string, pin: string): boolean;
  /** Reports the answer to the PIN of that student. */
  answered(admissionNumber: string, isWrong: boolean): void;
  /** Reports a pause after a wrong PIN of that student: another student may stand there now. */
  wait(admissionNumber: string): void;
  /** Starts with another student. */
  forget(): void;
}

/**
 * Compares only lengths: no lookup is made, and only the length of a sent PIN is stored. Doubtful are a PIN of another length than the
 * wrong one before, a PIN after a pause, and the student's own number, which no PIN may be.
 */
export function createPinPlausibility(): PinPlausibility {
  /** Lengths of the PINs that are being checked or were wrong, by student. */
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
