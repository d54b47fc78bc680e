import { z } from 'zod';
import { readCode, showCode } from './backup-codes.ts';
import { fieldMessage } from './field-errors.ts';

/** Ten characters carry 50 bits. Backup codes have eight, so that the two kinds are never confused. */
export const RECOVERY_CODE_LENGTH = 10;
export const RECOVERY_CODES = 10;

/**
 * Normalises a typed recovery code to its generated form: `k7qp0 o1mxz` → `K7QP001MXZ`. Returns null if the text is not a recovery code.
 */
export function readRecoveryCode(typed: string): string | null {
  return readCode(typed, RECOVERY_CODE_LENGTH);
}

/** Formats a recovery code for display: `K7QP001MXZ` → `K7QP0-01MXZ`. */
export function showRecoveryCode(code: string): string {
  return showCode(code);
}

/** Authenticator code: six digits, as people type or paste them. */
export const totp = z
  .union([z.string().max(100), z.number()])
  .transform((typed) => String(typed).replace(/\s/g, '').padStart(6, '0'))
  .pipe(z.string().regex(/^\d{6}$/, fieldMessage('digits')));

/** Recovery code, which replaces an authenticator code once. */
export const recoveryCode = z
  .string()
  .max(100)
  .transform((typed) => readRecoveryCode(typed) ?? '')
  .pipe(z.string().min(1, fieldMessage('sign-in-code')));
