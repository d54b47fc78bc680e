import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReadTx } from '../../platform/database/database.ts';

const SECRET = /^[0-9a-f]{96}$/;
const NONE = '0'.repeat(96);

/** Returns the school's id and 256 random bits in hexadecimal, which cannot spell a word that M-Pesa refuses in addresses. */
export function newHookSecret(schoolId: string): string {
  return schoolId.replaceAll('-', '') + randomBytes(32).toString('hex');
}

/** Returns the id of the school that a hook's secret names, which proves nothing yet; null for a text of another format. */
export function schoolOfHook(secret: string): string | null {
  if (!SECRET.test(secret)) return null;
  return secret.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns true if this is the secret of the transaction's school. The comparison takes constant time. */
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
