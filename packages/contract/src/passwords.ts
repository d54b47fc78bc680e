import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

const SHORTEST = 10;
const FEWEST_SIGNS = 5;

/**
 * Common: what people choose first, of those that are long enough: lower case, without anything but letters and digits.
 */
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

/**
 * A password that somebody chooses: one rule wherever one is set. It never signs anyone in, and nothing asks for it:
 * a second factor confirms what reaches far. That it is not the owner's phone number is for `isPhoneOf` to say, where that is known.
 */
export const newPassword = z
  .string()
  .min(SHORTEST, fieldMessage('too-short', { shortest: SHORTEST }))
  .max(200, fieldMessage('too-long', { longest: 200 }))
  .refine((password) => !isCommon(password), fieldMessage('easy-password'));

function isCommon(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  return COMMON.has(plain) || '01234567890123456789'.includes(password) || new Set(password).size < FEWEST_SIGNS;
}

/** Tells whether a password is that phone number (254 and nine digits), however it is spelled. */
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
