import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/**
 * Notes who has made an account: neither is the other's second person, nor is anybody who made the maker. Nothing is noted in a
 * trial, which may have one pair of hands.
 */
export async function tieMade(tx: Tx, { config }: AppContext, userId: string, byUser: string): Promise<void> {
  if (!config.strictAccounts) return;
  await tx.row(
    `INSERT INTO account_ties (user_id, by_user, why)
     SELECT $1::uuid, $2::uuid, 'made' UNION SELECT $1, t.by_user, 'made' FROM account_ties t WHERE t.user_id = $2 AND t.why = 'made'`,
    [userId, byUser],
  );
}

/** Notes who has set the number of an account. */
export async function tieNumber(tx: Tx, userId: string, byUser: string): Promise<void> {
  await tx.row(`INSERT INTO account_ties (user_id, by_user, why) VALUES ($1, $2, 'number')`, [userId, byUser]);
}
