const MAX_LENGTH = 12;

/** Returns the digits of typed, pasted or scanned text, at most 12: the number field accepts nothing else. */
export function numberOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, MAX_LENGTH);
}

/** Tells an admission number from a word in an address. */
export function isAdmissionNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,12}$/.test(text);
}
