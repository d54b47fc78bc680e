import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

const MIN_LENGTH = 10;
const MIN_DISTINCT_SIGNS = 5;

/** Common passwords of sufficient length: in lower case, letters and digits only. */
const COMMON: ReadonlySet<string> = new Set([
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'abc1234567',
  'abcd123456',
  'abcdefghij',
  'administrator',
  'admin12345',
  'asdfghjkl1',
  'changeme123',
  'football123',
  'iloveyou123',
  'karibu12345',
  'kenya12345',
  'letmein123',
  'mfuko12345',
  'mfukomfuko',
  'nairobi123',
  'nenosiri123',
  'passw0rd123',
  'password10',
  'password12',
  'password123',
  'password1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'safaricom1',
  'school12345',
  'shule12345',
  'welcome123',
  'welcome1234',
]);

/** Words of this context, which are tried first with a year or a few letters (docs/data-protection.md). */
const CONTEXT = /mfuko|shule|school|safaricom|mpesa|nenosiri|password|kenya|nairobi|karibu|admin/g;
/** Letters that a password needs beside such words. */
const MIN_OTHER_LETTERS = 4;

/** The password that the office types for a new account: any, since it signs nobody in and clients of others set short ones. */
export const initialPassword = z
  .string()
  .min(1, fieldMessage('required'))
  .max(200, fieldMessage('too-long', { longest: 200 }));

/**
 * A password that users choose for themselves: one rule for all places. A password never signs anyone in and no call asks for it; a second factor
 * confirms sensitive calls. `isPhoneOf` checks that it is not the owner's phone number, where that number is known.
 */
export const newPassword = z
  .string()
  .min(MIN_LENGTH, fieldMessage('too-short', { shortest: MIN_LENGTH }))
  .max(200, fieldMessage('too-long', { longest: 200 }))
  .refine((password) => !isCommon(password), fieldMessage('easy-password'))
  .refine((password) => !isOfContext(password), fieldMessage('easy-password'));

/** Returns true for words of this context with digits, punctuation or too few other letters. */
function isOfContext(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^\p{L}0-9]/gu, '');
  const others = plain.replace(CONTEXT, '');
  return others !== plain && others.replace(/[0-9]/g, '').length < MIN_OTHER_LETTERS;
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  return COMMON.has(plain) || '01234567890123456789'.includes(password) || new Set(password).size < MIN_DISTINCT_SIGNS;
}

/** Returns true if the password is that phone number (254 and nine digits), in any spelling. */
export function isPhoneOf(password: string, phone: string): boolean {
  return !/[a-z]/i.test(password) && password.replace(/\D/g, '').endsWith(phone.slice(-9));
}

export function passwordIsNoPhone(input: { readonly password: string; readonly phoneNumber: string }): boolean {
  return !isPhoneOf(input.password, input.phoneNumber);
}
export const isThePhone = { message: fieldMessage('phone-password'), path: ['password'] };

export function passwordsAgree(input: { readonly password: string; readonly confirmPassword: string }): boolean {
  return input.password === input.confirmPassword;
}
export const disagree = { message: fieldMessage('same-password'), path: ['confirmPassword'] };
