/** Returns the digits of text typed into a student's PIN field, at most 8. */
export function pinOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, 8);
}

/** Checks the length of a PIN by the contract: a shorter one would waste one of the counted attempts. */
export function isPin(text: string): boolean {
  return /^\d{4,8}$/.test(text);
}
