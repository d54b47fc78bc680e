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

/** Words of this context; with a few signs around them they are as easy as without. */
const CONTEXT = ['mfuko', 'shule', 'school', 'safaricom', 'mpesa', 'nenosiri', 'kenya', 'nairobi', 'karibu'] as const;

/** Signs that must be left without such words, and how many of them different. */
const FEWEST_LEFT = 6;
const FEWEST_LEFT_DIFFERENT = 4;

/**
 * A password that somebody chooses: one rule wherever one is set. It confirms sensitive actions and never signs
 * anyone in. That it is not the owner's phone number is for `isPhoneOf` to say, where that is known.
 */
export const newPassword = z
  .string()
  .min(SHORTEST, fieldMessage('too-short', { shortest: SHORTEST }))
  .max(200, fieldMessage('too-long', { longest: 200 }))
  .refine((password) => !isCommon(password), fieldMessage('easy-password'));

function isCommon(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (COMMON.has(plain) || '01234567890123456789'.includes(password) || new Set(password).size < FEWEST_SIGNS)
    return true;
  return isMostly(plain, CONTEXT);
}

/** Tells whether little is left of a password, in letters and digits, without these words. */
function isMostly(plain: string, words: readonly string[]): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  if (left === plain) return false;
  return (
    left.length < FEWEST_LEFT || new Set(left).size < FEWEST_LEFT_DIFFERENT || '01234567890123456789'.includes(left)
  );
}

const SHORTEST_NAME = 4;

/** Tells whether a password is little more than names of its owner; names of three letters hide in too many words. */
export function isNameOf(password: string, names: string): boolean {
  const words = names.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const longest = words.filter((word) => word.length >= SHORTEST_NAME).sort((one, other) => other.length - one.length);
  return isMostly(password.toLowerCase().replace(/[^a-z0-9]/g, ''), longest);
}

interface Named {
  readonly password: string;
  readonly firstName: string;
  readonly lastNames: string;
}

export function passwordIsNoName({ password, firstName, lastNames }: Named): boolean {
  return !isNameOf(password, `${firstName} ${lastNames}`);
}
export const isTheName = { message: fieldMessage('easy-password'), path: ['password'] };

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
