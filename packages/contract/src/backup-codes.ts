import { z } from 'zod';
import { fieldMessage } from './field-errors.ts';

/** Crockford's base 32: no I, L, O and U, which are taken for others. Eight signs are 40 bits. */
export const BACKUP_CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const BACKUP_CODE_LENGTH = 8;
/** Number of codes when they are new. */
export const BACKUP_CODES = 10;

const TAKEN_FOR: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V' };
const SIGNS = new RegExp(`^[${BACKUP_CODE_SIGNS}]+$`);

/** `k7qp-o1mx` → `K7QP01MX`: as it was made, however it was typed. Null for what is no backup code. */
export function readBackupCode(typed: string): string | null {
  return readCode(typed, BACKUP_CODE_LENGTH);
}

/** The same for codes of any length. */
export function readCode(typed: string, length: number): string | null {
  const signs = typed
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replace(/[OILU]/g, (sign) => TAKEN_FOR[sign] ?? sign);
  return signs.length === length && SIGNS.test(signs) ? signs : null;
}

/** `K7QP01MX` → `K7QP-01MX`, as it is shown. */
export function showBackupCode(code: string): string {
  return showCode(code);
}

/** A code in two halves. */
export function showCode(code: string): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
}

/**
 * Code that signs in: the digits of an SMS, or a backup code in their place. Backup codes come out as they were made. Eight
 * digits are a backup code: no SMS has as many.
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
