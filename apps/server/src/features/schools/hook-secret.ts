import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReadTx } from '../../platform/database/database.ts';

const SECRET = /^[0-9a-f]{96}$/;
const NONE = '0'.repeat(96);

/** The school's id and 256 random bits, in hexadecimal: no word that M-Pesa refuses in an address is made of that. */
export function newHookSecret(schoolId: string): string {
  return schoolId.replaceAll('-', '') + randomBytes(32).toString('hex');
}

/** The school that a hook's secret names; it proves nothing yet. Null for what is no secret at all. */
export function schoolOfHook(secret: string): string | null {
  if (!SECRET.test(secret)) return null;
  return secret.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tells whether this is the secret of the transaction's school; takes as long for every wrong one. */
export async function isHookSecret(tx: ReadTx, secret: string): Promise<boolean> {
  const [config] = await tx.prepared<{ hook_secret: string }>(
    'find-hook-secret',
    'SELECT hook_secret FROM payment_configs WHERE school_id = $1',
    [tx.schoolId],
  );
  const kept = Buffer.from(config?.hook_secret ?? NONE);
  const given = Buffer.from(secret);
  return given.length === kept.length && timingSafeEqual(given, kept) && config !== undefined;
}
