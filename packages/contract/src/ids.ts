import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';
import { readPhoneNumber } from './phone.ts';

/** An id of ours on the wire: a UUID (version 7 where we made it). */
export const sysid = z.uuid(fieldMessage('id')).transform((id) => id.toLowerCase());

/** A student's number in the school: 1 to 12 digits, leading zeros count. A JSON number is taken too. */
export const admissionNumber = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,12}$/, fieldMessage('admission-number')));

/** A Kenyan mobile number in any of the ways in which people write it (`readPhoneNumber`), read into 254 and nine digits. */
export const phoneNumber = z
  .string()
  .transform((text) => readPhoneNumber(text) ?? '')
  .pipe(z.string().regex(/^254[17]\d{8}$/, fieldMessage('phone')));

/** A user's name, which is their phone number in any spelling; another text is nobody's. */
export const userName = z
  .string()
  .max(100)
  .transform((text) => readPhoneNumber(text) ?? text);

/** A moment: ISO 8601 in UTC. */
export const moment = z.string();

const NO_INSTANT = fieldMessage('instant');

/** A moment in a request: ISO 8601 with its zone, read into UTC. There is no year zero. */
export const instant = z.iso
  .datetime({ offset: true, message: NO_INSTANT })
  .transform((text) => (text.endsWith('Z') ? text : new Date(text).toISOString()))
  .refine((text) => /^(?!0000)\d{4}-/.test(text), NO_INSTANT);

/** A day of the school in a request: `2026-11-20`. There is no year zero. */
export const isoDay = z.iso.date(fieldMessage('day')).refine((text) => !text.startsWith('0000'), fieldMessage('day'));

/** The same where none is an answer too: left out it stays as it is, empty or null takes it away. */
export const isoDayOrNone = z
  .union([z.literal(''), z.null(), isoDay])
  .optional()
  .transform((day) => (day === undefined ? undefined : day || null));

/** A text that a person typed: trimmed, without control characters and without unseen ones, 1 to `longest` characters. */
export function words(longest: number) {
  return typed((text) => text.min(1, fieldMessage('required')), longest);
}

/** Like `words`, but may be left out or empty; blanks alone are empty. */
export function wordsOrNone(longest: number) {
  return z
    .union([z.literal(''), z.null(), typed((text) => text, longest)])
    .optional()
    .transform((text) => text || null);
}

/** Letters and a sign that print as a blank. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g;

/**
 * Signs that print nothing come along when a text is pasted, or turn what stands behind them round: a name with one would look like another name, or have the
 * reason why a person must not collect a child stand backwards.
 */
function typed(least: (text: z.ZodString) => z.ZodString, longest: number) {
  return z
    .string()
    .transform((text) =>
      text
        .replace(BLANK, ' ')
        .replace(/\p{Cf}|\u034f/gu, '')
        .trim()
        .replace(/\s+/g, ' '),
    )
    .pipe(
      least(z.string())
        .max(longest, fieldMessage('too-long', { longest }))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
        .regex(/^[^\u0000-\u001f\u007f]*$/, fieldMessage('control-characters')),
    );
}

export const email = z.email(fieldMessage('email')).max(200, fieldMessage('too-long', { longest: 200 }));

/** An e-mail address that may be left out or empty. */
export const emailOrNone = z
  .union([z.literal(''), z.null(), z.email(fieldMessage('email')).max(200)])
  .optional()
  .transform((text) => text || null);

/**
 * A new UUIDv7: 48 bits of unix milliseconds, then random bits, so that ids made later sort later (RFC 9562).
 * `now` and `random` are handed in; `random` gives that many random bytes.
 */
export function uuidv7(now: number, random: (bytes: number) => Uint8Array): string {
  const bytes = random(16);
  for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (8 * (5 - place))) & 0xff;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
