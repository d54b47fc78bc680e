import { z } from 'zod';

/** An id of ours on the wire: a UUID (version 7 where we made it). */
export const sysid = z.uuid('must be an id').transform((id) => id.toLowerCase());

/** A student's number in the school: 1 to 12 digits, leading zeros count. A JSON number is taken too. */
export const admissionNumber = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{1,12}$/, 'must be 1 to 12 digits'));

/** A Kenyan mobile number as the specification writes it: 254 and nine digits (2547… or 2541…). */
export const phoneNumber = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^\+/, ''))
  .pipe(z.string().regex(/^254[17]\d{8}$/, 'must have the form 254XXXXXXXXX'));

/** A moment: ISO 8601 in UTC. */
export const moment = z.string();

const NO_INSTANT = 'must be a date and time with its zone';

/** A moment in a request: ISO 8601 with its zone, read into UTC. There is no year zero. */
export const instant = z.iso
  .datetime({ offset: true, message: NO_INSTANT })
  .transform((text) => (text.endsWith('Z') ? text : new Date(text).toISOString()))
  .refine((text) => /^(?!0000)\d{4}-/.test(text), NO_INSTANT);

/** A day of the school in a request: `2026-11-20`. There is no year zero. */
export const isoDay = z.iso
  .date('must be a day like 2026-11-20')
  .refine((text) => !text.startsWith('0000'), 'must be a day like 2026-11-20');

/** A text that a person typed: trimmed, without control characters, 1 to `longest` characters. */
export function words(longest: number) {
  return z
    .string()
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .pipe(
      z
        .string()
        .min(1, 'is required')
        .max(longest, `must be at most ${longest} characters`)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
        .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters'),
    );
}

/** Like `words`, but may be left out or empty. */
export function wordsOrNone(longest: number) {
  return z
    .union([z.literal(''), z.null(), words(longest)])
    .optional()
    .transform((text) => text || null);
}

export const email = z.email('must be an e-mail address').max(200, 'must be at most 200 characters');

/** An e-mail address that may be left out or empty. */
export const emailOrNone = z
  .union([z.literal(''), z.null(), z.email('must be an e-mail address').max(200)])
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
