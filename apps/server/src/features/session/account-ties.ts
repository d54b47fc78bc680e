import { CONFIRM_DENIALS, type ConfirmDenial } from '@mfuko/contract/staff';
import { inSchoolOf, PLATFORM_SCHOOL, type ReadTx, type Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/**
 * Ties a new account to its maker: until another user confirms the account, neither is the other's second person, nor is the maker's own
 * maker where the maker is unconfirmed. Does nothing in a trial, which may be run by one person.
 */
export async function tieMade(tx: Tx, { config }: AppContext, userId: string, byUser: string): Promise<void> {
  if (!config.strictAccounts) return;
  await tx.row(
    `INSERT INTO account_ties (user_id, by_user, why)
     SELECT $1::uuid, $2::uuid, 'made' UNION
     SELECT $1, t.by_user, 'made' FROM account_ties t WHERE t.user_id = $2 AND t.why = 'made' AND t.confirmed_by IS NULL`,
    [userId, byUser],
  );
  await tieFormer(tx, userId);
}

/**
 * Ties an account to the user who set its number, to that user's maker where the user is unconfirmed, and to former holders of the
 * number.
 */
export async function tieNumber(tx: Tx, userId: string, byUser: string): Promise<void> {
  await tieFormer(tx, userId);
  await tx.row(
    `INSERT INTO account_ties (user_id, by_user, why)
     SELECT $1::uuid, $2::uuid, 'number' UNION
     SELECT $1, t.by_user, 'number' FROM account_ties t
     WHERE t.user_id = $2 AND t.why = 'made' AND t.confirmed_by IS NULL AND t.by_user <> $1`,
    [userId, byUser],
  );
}

/**
 * Ties an account, of any school, to those that had its number before: deleted accounts, and active ones that gave the number up. The
 * proposer of something is thus no second person to it under another account. Also ties it to the accounts to which those were tied,
 * whose users may have that phone. These ties have the kind `number`, since a colleague who confirms the account says nothing about
 * earlier holders of its number.
 */
export async function tieFormer(tx: Tx, userId: string): Promise<void> {
  const former = await inSchoolOf(tx, PLATFORM_SCHOOL, (platform) =>
    platform.rows<{ id: string }>(
      `WITH own AS (SELECT phone FROM users WHERE id = $1), former AS (
         SELECT f.id FROM users f JOIN own USING (phone) UNION SELECT n.user_id FROM former_numbers n JOIN own USING (phone))
       SELECT id FROM former WHERE id <> $1 UNION
       SELECT t.by_user FROM former JOIN account_ties t ON t.user_id = former.id
       WHERE t.by_user <> $1 AND former.id <> $1
         AND (t.why = 'made' AND t.confirmed_by IS NULL OR t.why = 'number' AND t.at > clock_timestamp() - interval '30 days')`,
      [userId],
    ),
  );
  await tx.row(
    `INSERT INTO account_ties (user_id, by_user, why) SELECT $1::uuid, former, 'number' FROM unnest($2::uuid[]) AS former
     ON CONFLICT DO NOTHING`,
    [userId, former.map(({ id }) => id)],
  );
}

/**
 * Returns the state of an unconfirmed account for the user `askedBy`: `mayConfirm` where the user is not tied to a maker, else the reason
 * in `why`. Null for an account without a maker, or one that was confirmed.
 */
export async function findUnconfirmed(
  tx: ReadTx,
  userId: string,
  askedBy: string,
): Promise<{ mayConfirm: boolean; why: ConfirmDenial | null } | null> {
  const found = await tx.rows<{ why: ConfirmDenial | null }>(
    `SELECT DISTINCT CASE WHEN t.user_id = $2::uuid THEN 'self' WHEN t.by_user = $2::uuid THEN 'made'
       WHEN hand = 'made' THEN 'maker' ELSE hand END AS why
     FROM account_ties t CROSS JOIN LATERAL segregation_conflict(t.by_user, $2::uuid) AS hand
     WHERE t.user_id = $1 AND t.why = 'made' AND t.confirmed_by IS NULL`,
    [userId, askedBy],
  );
  if (found.length === 0) return null;
  const whys = found.flatMap(({ why }) => why ?? []);
  return { mayConfirm: whys.length === 0, why: CONFIRM_DENIALS.find((each) => whys.includes(each)) ?? whys[0] ?? null };
}

/**
 * Records that a user confirms an account as another person's than its maker's. Returns false where there was nothing to confirm. A
 * trigger of the table checks the user.
 */
export async function untieMade(tx: Tx, userId: string, confirmedBy: string): Promise<boolean> {
  const untied = await tx.rows(
    `UPDATE account_ties SET confirmed_by = $2, confirmed_at = clock_timestamp()
     WHERE user_id = $1 AND why = 'made' AND confirmed_by IS NULL RETURNING user_id`,
    [userId, confirmedBy],
  );
  return untied.length > 0;
}
