/** Digits of what was typed into a field for a student's PIN, no more than 8. */
export function pinOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, 8);
}

/** Length of a PIN, as the contract has it: a shorter one is not worth a try that is counted. */
export function isPin(text: string): boolean {
  return /^\d{4,8}$/.test(text);
}
