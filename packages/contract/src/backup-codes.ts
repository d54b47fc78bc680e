import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

/** Crockford's base 32: leaves out I, L, O and U, which are easily misread. Eight characters carry 40 bits. */
export const BACKUP_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const BACKUP_CODE_LENGTH = 8;
/** Number of backup codes in a new set. */
export const BACKUP_CODES = 10;

const TAKEN_FOR: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V' };
const SIGNS = new RegExp(`^[${BACKUP_CODE_SIGNS}]+$`);

/**
 * Normalises a typed backup code to the form in which it was generated: `k7qp-o1mx` → `K7QP01MX`. Returns null if the text is not a
 * backup code.
 */
export function readBackupCode(typed: string): string | null {
  return readCode(typed, BACKUP_CODE_LENGTH);
}

/** Normalises a typed code of `length` characters in the same alphabet; null if the text is not such a code. */
export function readCode(typed: string, length: number): string | null {
  const signs = typed
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replace(/[OILU]/g, (sign) => TAKEN_FOR[sign] ?? sign);
  return signs.length === length && SIGNS.test(signs) ? signs : null;
}

/** Formats a backup code for display: `K7QP01MX` → `K7QP-01MX`. */
export function showBackupCode(code: string): string {
  return showCode(code);
}

/** Formats a code for display, as two halves with a hyphen between them. */
export function showCode(code: string): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
}

/**
 * Code that signs in: the digits from an SMS, or a backup code instead. Backup codes are normalised to their generated form. Eight digits
 * are always a backup code, since an SMS code is shorter.
 */
export const signInCode = z
  .union([z.string().max(100), z.number()])
  .transform((otp) => {
    const typed = String(otp).trim();
    return readBackupCode(typed) ?? typed;
  })
  .pipe(
    z.string().refine((otp) => /^\d{1,10}$/.test(otp) || readBackupCode(otp) !== null, fieldMessage('sign-in-code')),
  );
