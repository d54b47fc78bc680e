import type { BackupCodes } from '@mfuko/contract/profile';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { MAX_BACKUP_TRIES } from './rules.ts';
import { withinTryLimits } from './try-limits.ts';

/** Replaces all codes of a user. */
export async function replaceCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteCodes(tx, userId);
  await tx.row('INSERT INTO backup_codes (user_id, code_hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hash', [
    ...[userId, hashes],
  ]);
}

export async function deleteCodes(tx: Tx, userId: string): Promise<void> {
  await tx.row('DELETE FROM backup_codes WHERE user_id = $1', [userId]);
}

/** Returns the state of a user's codes. */
export async function readCodes(tx: ReadTx, userId: string): Promise<BackupCodes> {
  const found = await tx.row<{ left: number; made: Date | null; lastUsed: Date | null }>(
    `SELECT count(*) FILTER (WHERE used_at IS NULL)::int AS left, min(created_at) AS made, max(used_at) AS "lastUsed"
     FROM backup_codes WHERE user_id = $1`,
    [userId],
  );
  const { left = 0, made = null, lastUsed = null } = found ?? {};
  return { left, made: made?.toISOString() ?? null, lastUsed: lastUsed?.toISOString() ?? null };
}

/** Charges a try to a number; returns null where the number has used up its wrong tries. The caller holds the number's lock. */
export async function chargeBackupCodeTry(tx: Tx, phoneHash: Buffer): Promise<string | null> {
  const id = newId();
  const charged = await tx.row(
    `INSERT INTO backup_code_tries (id, phone_hash)
     SELECT $1, $2 WHERE ${withinTryLimits('backup_code_tries', 'phone_hash')}
     RETURNING id`,
    [id, phoneHash, MAX_BACKUP_TRIES.anHour, MAX_BACKUP_TRIES.aDay],
  );
  return charged ? id : null;
}

/** Removes the charge of a right try. */
export async function dropBackupCodeTry(tx: Tx, id: string): Promise<void> {
  await tx.row('DELETE FROM backup_code_tries WHERE id = $1', [id]);
}

export async function isUnused(tx: ReadTx, userId: string, hash: Buffer): Promise<boolean> {
  const found = await tx.row(
    'SELECT 1 AS one FROM backup_codes WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash],
  );
  return found !== undefined;
}

/** Spends a code; returns false where another call was faster, or new codes were made. */
export async function spendCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const spent = await tx.row(
    `UPDATE backup_codes SET used_at = clock_timestamp() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL
     RETURNING user_id`,
    [userId, hash],
  );
  return spent !== undefined;
}

/** Locks a user of the transaction's school; returns false where the phone has changed meanwhile, or the account is closed. */
export async function lockUser(tx: Tx, userId: string, phone: string): Promise<boolean> {
  const held = await tx.row(
    `SELECT 1 AS one FROM users WHERE school_id = $1 AND id = $2 AND phone = $3 AND status = 'active'
       AND deleted_at IS NULL FOR UPDATE`,
    [tx.schoolId, userId, phone],
  );
  return held !== undefined;
}
