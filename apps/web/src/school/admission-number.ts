const LONGEST = 12;

/** Digits of what was typed, pasted or scanned: a number field takes nothing else, and no more than 12. */
export function numberOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, LONGEST);
}

/** Tells an admission number from a word in an address. */
export function isAdmissionNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,12}$/.test(text);
}
