import { isAdmissionNumber } from '../admission-number.ts';

/** Longest text that the search takes. */
export const LONGEST_TEXT = 60;
/** Numbers of Kenyan phones as they are written without a plus: nobody's admission number looks like one. */
const PHONE = /^(?:254|0)[17]\d{8}$/;

/** Typed: an admission number, or words to search by; one of the two is always empty. */
export interface Typed {
  readonly number: string;
  readonly words: string;
}

/**
 * Reads what was typed, pasted or scanned. Digits are an admission number; more digits than one has are not cut, for the first
 * twelve may be somebody else's.
 */
export function readTyped(text: string): Typed {
  const digits = text.replace(/[\s-]/g, '');
  if (isAdmissionNumber(digits)) return { number: digits, words: '' };
  return { number: '', words: text.trimStart().slice(0, LONGEST_TEXT) };
}

export function isPhone(number: string): boolean {
  return PHONE.test(number);
}
