import type { Tx } from '../../platform/database/database.ts';

/**
 * Deletes old rows of sign-ins, of the platform: code requests by unknown numbers after the day for which they count; codes, and tries of
 * backup codes and second factors, after two days; passkey challenges after a day; sessions after a week; known browsers and former
 * numbers after 180 days; desks after 30 days; and presences a day after the last record can arrive late for them.
 */
export async function dropOldSignIns(tx: Tx): Promise<void> {
  await tx.row(
    `DELETE FROM sign_in_codes WHERE created_at < now() - interval '1 day' * CASE WHEN code_hash IS NULL THEN 1 ELSE 2 END`,
  );
  await tx.row(`DELETE FROM backup_code_tries WHERE at < now() - interval '2 days'`);
  await tx.row(`DELETE FROM second_factor_tries WHERE at < now() - interval '2 days'`);
  await tx.row(`DELETE FROM passkey_challenges WHERE at < now() - interval '1 day'`);
  await tx.row(`DELETE FROM known_devices WHERE last_used_at < now() - interval '180 days'`);
  await tx.row(`DELETE FROM desk_sessions WHERE begun_at < now() - interval '30 days'`);
  await tx.row(`DELETE FROM account_presences WHERE last_at < now() - interval '8 days'`);
  await tx.row(`DELETE FROM former_numbers WHERE left_at < now() - interval '180 days'`);
  await tx.row(`DELETE FROM sessions WHERE created_at < now() - interval '7 days'`);
}
