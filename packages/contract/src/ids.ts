import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';
import { readPhoneNumber } from './phone.ts';

/** An id on the wire: a UUID (version 7 if the server generated it). */
export const sysid = z.uuid(fieldMessage('id')).transform((id) => id.toLowerCase());

/** A student's number in the school: 1 to 12 digits; leading zeros count. A JSON number is accepted too. */
export const admissionNumber = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,12}$/, fieldMessage('admission-number')));

/** A Kenyan mobile number in any common spelling (`readPhoneNumber`), read into 254 and nine digits. */
export const phoneNumber = z
  .string()
  .transform((text) => readPhoneNumber(text) ?? '')
  .pipe(z.string().regex(/^254[17]\d{8}$/, fieldMessage('phone')));

/** A user name, which is the user's phone number in any spelling; any other text matches no user. */
export const userName = z
  .string()
  .max(100)
  .transform((text) => readPhoneNumber(text) ?? text);

/** A moment: ISO 8601 in UTC. */
export const moment = z.string();

const NO_INSTANT = fieldMessage('instant');

/** A moment in a request: ISO 8601 with its zone, read into UTC. Year 0000 is refused. */
export const instant = z.iso
  .datetime({ offset: true, message: NO_INSTANT })
  .transform((text) => (text.endsWith('Z') ? text : new Date(text).toISOString()))
  .refine((text) => /^(?!0000)\d{4}-/.test(text), NO_INSTANT);

/** A day of the school in a request: `2026-11-20`. Year 0000 is refused. */
export const isoDay = z.iso.date(fieldMessage('day')).refine((text) => !text.startsWith('0000'), fieldMessage('day'));

/** A day of the school, or none: left out, the stored value stays; empty or null clears it. */
export const isoDayOrNone = z
  .union([z.literal(''), z.null(), isoDay])
  .optional()
  .transform((day) => (day === undefined ? undefined : day || null));

/** A text that a person typed: trimmed, without control characters and invisible ones, 1 to `longest` characters. */
export function words(longest: number) {
  return typed((text) => text.min(1, fieldMessage('required')), longest);
}

/** Like `words`, but may be left out or empty; a text of blanks counts as empty. */
export function wordsOrNone(longest: number) {
  return z
    .union([z.literal(''), z.null(), typed((text) => text, longest)])
    .optional()
    .transform((text) => text || null);
}

/** Letters and a symbol that print as a blank. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g;

/**
 * Builds the schema of a typed text. Blank letters become spaces, and invisible and direction-changing characters are removed, which come
 * along when a text is pasted: they could make one name look like another, or reverse the displayed reason why a person must not collect
 * a child.
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
 * Generates a UUIDv7: 48 bits of unix milliseconds, then random bits, so that later ids sort later (RFC 9562). `now` and `random` are
 * injected; `random` returns the requested number of random bytes.
 */
export function uuidv7(now: number, random: (bytes: number) => Uint8Array): string {
  const bytes = random(16);
  for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (8 * (5 - place))) & 0xff;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
