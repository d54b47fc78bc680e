import { z } from 'zod';
import { readCode, showCode } from './backup-codes.ts';
import { fieldMessage } from './field-errors.ts';

/** Ten signs are 50 bits; backup codes have eight, so that neither is taken for the other. */
export const RECOVERY_CODE_LENGTH = 10;
export const RECOVERY_CODES = 10;

/** `k7qp0 o1mxz` → `K7QP001MXZ`: as it was made, however it was typed. Null for what is no recovery code. */
export function readRecoveryCode(typed: string): string | null {
  return readCode(typed, RECOVERY_CODE_LENGTH);
}

/** `K7QP001MXZ` → `K7QP0-01MXZ`, as it is shown. */
export function showRecoveryCode(code: string): string {
  return showCode(code);
}

/** Authenticator code: six digits, as people type or paste them. */
export const totp = z
  .union([z.string().max(100), z.number()])
  .transform((typed) => String(typed).replace(/\s/g, '').padStart(6, '0'))
  .pipe(z.string().regex(/^\d{6}$/, fieldMessage('digits')));

/** Recovery code, good once in the place of a code of the authenticator. */
export const recoveryCode = z
  .string()
  .max(100)
  .transform((typed) => readRecoveryCode(typed) ?? '')
  .pipe(z.string().min(1, fieldMessage('sign-in-code')));
