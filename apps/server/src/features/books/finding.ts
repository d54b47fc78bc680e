/** Finding: one row of the books that is wrong. Amounts are in KES. */
export interface Finding {
  /** Name of the check. */
  readonly check: string;
  readonly movementSYSID: string | null;
  readonly admissionNumber: string | null;
  readonly day: string | null;
  readonly says: string;
  readonly should: string;
}

/** Formats a finding as a line of text. */
export function wordsOf({ check, movementSYSID, admissionNumber, day, says, should }: Finding): string {
  const where = [
    day && `day ${day}`,
    movementSYSID && `movement ${movementSYSID}`,
    admissionNumber && `student ${admissionNumber}`,
  ];
  return `${check}: ${[...where.filter(Boolean), `says ${says}`, `should be ${should}`].join(', ')}`;
}
