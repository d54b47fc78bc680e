import { isAdmissionNumber } from '../admission-number.ts';

/** Longest text that the search accepts. */
export const MAX_TEXT_LENGTH = 60;
/** Kenyan phone numbers without a plus, which no admission number looks like. */
const PHONE = /^(?:254|0)[17]\d{8}$/;

/** Parsed text: an admission number, or words to search by; one of the two is always empty. */
export interface Typed {
  readonly number: string;
  readonly words: string;
}

/**
 * Parses typed, pasted or scanned text. Digits are an admission number; too many digits are not cut, because the first twelve may be
 * another student's number.
 */
export function readTyped(text: string): Typed {
  const digits = text.replace(/[\s-]/g, '');
  if (isAdmissionNumber(digits)) return { number: digits, words: '' };
  return { number: '', words: text.trimStart().slice(0, MAX_TEXT_LENGTH) };
}

export function isPhone(number: string): boolean {
  return PHONE.test(number);
}
