/** One row of the books that is not as it should be. Amounts in shillings. */
export interface Finding {
  /** Check: what was looked at. */
  readonly check: string;
  readonly movementSYSID: string | null;
  readonly admissionNumber: string | null;
  readonly day: string | null;
  readonly says: string;
  readonly should: string;
}

/** A finding as a line of text. */
export function wordsOf({ check, movementSYSID, admissionNumber, day, says, should }: Finding): string {
  const where = [
    day && `day ${day}`,
    movementSYSID && `movement ${movementSYSID}`,
    admissionNumber && `student ${admissionNumber}`,
  ];
  return `${check}: ${[...where.filter(Boolean), `says ${says}`, `should be ${should}`].join(', ')}`;
}
