import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/records/id.ts';
import { MAX_FACTOR_TRIES } from './rules.ts';
import { withinTryLimits } from './try-limits.ts';

export interface FactorRow {
  readonly secret: Buffer | null;
  readonly pending: Buffer | null;
  readonly since: Date | null;
  readonly recoveryLeft: number;
  readonly passkeys: number;
  /** Time from which the factor counts; null where it counts already. */
  readonly waitsUntil: Date | null;
}

export async function readFactor(tx: ReadTx, userId: string): Promise<FactorRow | undefined> {
  return tx.row<FactorRow>(
    `SELECT secret, pending,
            COALESCE(confirmed_at, (SELECT min(added_at) FROM passkeys p WHERE p.user_id = $1)) AS since,
            (SELECT count(*)::int FROM passkeys p WHERE p.user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = $1 AND r.used_at IS NULL) AS "recoveryLeft",
            CASE WHEN counts_from > clock_timestamp() THEN counts_from END AS "waitsUntil"
     FROM second_factors WHERE user_id = $1`,
    [userId],
  );
}

/** Returns true if a factor is in force, not only begun. */
export function hasFactor({ secret, passkeys }: FactorRow): boolean {
  return secret !== null || passkeys > 0;
}

/** Stores the begun set-ups, sealed. */
export async function keepPending(tx: Tx, userId: string, pending: Buffer): Promise<void> {
  await tx.row('UPDATE second_factors SET pending = $2 WHERE user_id = $1', [userId, pending]);
}

/** Puts a secret into force, and ends all other begun set-ups, whose sessions must now prove this factor first. */
export async function confirmSecret(tx: Tx, userId: string, secret: Buffer): Promise<void> {
  await tx.row(
    `UPDATE second_factors SET secret = $2, pending = NULL, confirmed_at = clock_timestamp(), last_step = 0 WHERE user_id = $1`,
    [userId, secret],
  );
}

/** Creates, locks and reads the row that represents all factors of a user, so that changes are made one after the other. */
export async function lockFactor(tx: Tx, userId: string): Promise<FactorRow> {
  await tx.row('INSERT INTO second_factors (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId]);
  await tx.row('SELECT 1 AS one FROM second_factors WHERE user_id = $1 FOR UPDATE', [userId]);
  const held = await readFactor(tx, userId);
  if (!held) throw new Error('The user has no row of second factors to lock.');
  return held;
}

/** Removes the authenticator and keeps other factors; returns false where there was none. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx.row(
    `UPDATE second_factors SET secret = NULL, pending = NULL, confirmed_at = NULL
     WHERE user_id = $1 AND secret IS NOT NULL RETURNING user_id`,
    [userId],
  );
  return deleted !== undefined;
}

/** Deletes the recovery codes of a user who has neither an authenticator nor a passkey left. */
export async function endFactorWithoutProof(tx: Tx, userId: string): Promise<void> {
  const left = await tx.row(
    `SELECT 1 AS one FROM second_factors WHERE user_id = $1 AND secret IS NOT NULL
     UNION ALL SELECT 1 FROM passkeys WHERE user_id = $1 LIMIT 1`,
    [userId],
  );
  if (!left) await deleteFactors(tx, userId);
}

/** Deletes all factors of a user, and the recovery codes. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await tx.row('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await tx.row('DELETE FROM passkeys WHERE user_id = $1', [userId]);
  await tx.row('DELETE FROM second_factors WHERE user_id = $1', [userId]);
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.row('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await tx.row('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, hash FROM unnest($2::bytea[]) AS hash', [
    ...[userId, hashes],
  ]);
}

/** Charges a try to a user; returns null where the user has used up the wrong tries. A lock serialises the tries of one user. */
export async function chargeFactorTry(tx: Tx, userId: string): Promise<string | null> {
  await tx.row('SELECT 1 AS one FROM second_factors WHERE user_id = $1 FOR UPDATE', [userId]);
  const id = newId();
  const charged = await tx.row(
    `INSERT INTO second_factor_tries (id, user_id)
     SELECT $1, $2 WHERE ${withinTryLimits('second_factor_tries', 'user_id')}
     RETURNING id`,
    [id, userId, MAX_FACTOR_TRIES.anHour, MAX_FACTOR_TRIES.aDay],
  );
  return charged ? id : null;
}

/** Removes the charge of a right try. */
export async function dropFactorTry(tx: Tx, id: string): Promise<void> {
  await tx.row('DELETE FROM second_factor_tries WHERE id = $1', [id]);
}

/** Spends the code of a time step; returns false where the code of that step or a later one was spent before. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const spent = await tx.row(
    `UPDATE second_factors SET last_step = $2, last_used_at = clock_timestamp() WHERE user_id = $1 AND last_step < $2
     RETURNING user_id`,
    [userId, step],
  );
  return spent !== undefined;
}

/** Spends a recovery code; returns false where no unused code matches. */
export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const spent = await tx.row(
    `UPDATE recovery_codes SET used_at = clock_timestamp() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL
     RETURNING user_id`,
    [userId, hash],
  );
  return spent !== undefined;
}

/** Records that a session has just proved the second factor; returns the time until which the proof counts. */
export async function noteStepUp(tx: Tx, tokenHash: Buffer, seconds: number): Promise<Date> {
  const noted = await tx.row<{ until: Date }>(
    `UPDATE sessions SET stepped_up_at = clock_timestamp(), proven_at = clock_timestamp() WHERE token_hash = $1 AND ended_at IS NULL
     RETURNING stepped_up_at + make_interval(secs => $2) AS until`,
    [tokenHash, seconds],
  );
  return noted?.until ?? new Date(0);
}
