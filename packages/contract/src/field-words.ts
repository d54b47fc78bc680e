import { type FieldError, readFieldError } from './field-errors.ts';

/**
 * Error of a field: the English words of `detail.fields`, by the code of `detail.fieldCodes`. `{name}` stands for a
 * parameter of the code. Clients branch on codes, so a code is never renamed or reused; words may be put better.
 */
export const FIELD_WORDS = {
  required: 'is required',
  'required-for-role': 'is required for this role',
  form: 'is not of the right form',
  id: 'must be an id',
  email: 'must be an e-mail address',
  phone: 'must be a phone number such as 0712 345 678 or 254712345678',
  'sealed-phone': 'must be a sealed phone number such as 254712345678',
  'own-phone': 'is your number already',
  'phone-taken': 'belongs to another user',
  'admission-number': 'must be 1 to 12 digits',
  'short-code': 'must be 5 to 7 digits',
  'account-prefix': 'must be 2 to 8 letters and digits, with at least one letter',
  plate: 'must be letters and digits, such as KDA 123A',
  'device-role': 'Please select a valid role.',
  duty: 'choose at least one duty',
  county: 'is no county',
  'there-already': 'is there already',
  'linked-already': 'is linked already',
  'too-short': 'must be at least {shortest} characters',
  'too-long': 'must be at most {longest} characters',
  'control-characters': 'must not hold control characters',
  'easy-password': 'is too easy to guess',
  'phone-password': 'must not be the phone number',
  'same-password': 'must be the same as the password',
  digits: 'must be digits',
  'sign-in-code': 'must be the digits of the SMS, or a backup code',
  'wrong-code': 'is wrong or no longer valid',
  pin: 'must be 4 to 8 digits',
  'six-digits': 'must be six digits',
  'pin-is-number': 'is the admission number',
  'pin-is-number-backwards': 'is the admission number backwards',
  'pin-repeats': 'repeats one digit',
  'pin-in-sequence': 'runs in sequence',
  'hold-hours': 'must be whole hours from 0 to 168',
  'leaver-days': 'must be 0, or whole days from 30 to 3650',
  'place-days': 'must be 0, or whole days from 7 to 3650',
  'pin-pattern': 'follows a pattern',
  'pin-is-year': 'is a year',
  'pin-tried-first': 'is among the PINs that are tried first',
  'pin-with-number': 'would be easy to guess with this admission number. Set a new PIN together with it',
  amount: 'must be an amount in KES with at most two decimals',
  'signed-amount': 'must be an amount in KES, with a minus where it is less at M-Pesa',
  'more-than-zero': 'must be more than zero',
  'whole-shillings': 'must be whole shillings',
  'whole-number': 'must be a whole number from 1 to {most}',
  percent: 'must be a percentage from 0 to 100 with at most two decimals',
  least: 'must be at least {least}',
  most: 'must be at most {most}',
  'most-events': 'must be at most {most} events',
  'one-of': 'must be one of {values}',
  'one-count': 'is either the pieces of each note and coin or one sum',
  'more-than-counted': 'is more than was counted',
  'student-or-class': 'either a student or a class',
  'one-column-each': 'must name each field for one column at most',
  instant: 'must be a date and time with its zone',
  day: 'must be a day like 2026-11-20',
  date: 'must be a date (YYYY-MM-DD)',
  'in-the-future': 'must not be in the future',
  'in-the-past': 'must not be in the past',
  'school-time': 'must be a day and time like 2026-11-20T15:30',
  'time-of-day': 'must be a time of day (HH:MM)',
  'later-than-from': 'must be later than its beginning',
  overlap: 'must not overlap another',
  'not-here': 'cannot be set here',
  image: 'Please choose a valid image.',
  'image-kind': 'must be a PNG, JPEG or WebP picture',
  fingerprint: 'is no picture of a fingerprint',
  document: 'Please choose a valid document.',
  'no-statement': 'Please choose the statement.',
  statement: 'is no statement of M-Pesa for this school',
  base64url: 'must be base64url',
  object: 'must be an object',
  unreadable: 'cannot be read',
  'unreadable-form': 'cannot be read as a form',
  nul: 'must not hold NUL',
  'ill-formed': 'must be well-formed text',
  impossible: 'holds an impossible value',
  'event-stream': 'must be text/event-stream',
  printable: 'must be at most 255 printable characters',
} as const;

/** A field error in English, fit to show beside the field's name. */
export function wordsOf({ code, params = {} }: FieldError): string {
  return FIELD_WORDS[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}

/** A schema's message as people read it. */
export function wordsOfMessage(message: string): string {
  const error = readFieldError(message);
  return error ? wordsOf(error) : message;
}
