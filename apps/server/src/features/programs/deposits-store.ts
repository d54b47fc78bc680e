import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { DepositsOfDay } from './rules.ts';

/** Today in the school of a statement, by the database's clock. */
const TODAY = `(clock_timestamp() AT TIME ZONE (SELECT time_zone FROM schools WHERE id = $1))::date`;
/**
 * Cents that a key (`k`) has deposited today in the school `$1`. A later day than today's is of a clock that was put back, and counts on.
 */
export const DEPOSITED_TODAY = `CASE WHEN k.deposits_day >= ${TODAY} THEN k.deposited ELSE 0 END`;

/** Adds a deposit, in cents, to what a key has deposited today. Returns false, and adds nothing, beyond the limit of the day. */
export async function countDeposit(tx: Tx, id: string, amount: bigint): Promise<boolean> {
  const counted = await tx.row(
    `UPDATE api_keys k SET deposited = ${DEPOSITED_TODAY} + $3, deposits_day = greatest(k.deposits_day, ${TODAY})
     WHERE k.school_id = $1 AND k.id = $2 AND ${DEPOSITED_TODAY} + $3 <= k.daily_deposit_limit RETURNING 1 AS one`,
    [tx.schoolId, id, amount],
  );
  return counted !== undefined;
}

export function findDeposits(tx: ReadTx, id: string): Promise<DepositsOfDay | undefined> {
  return tx.row<DepositsOfDay>(
    `SELECT k.id, k.name, ${TODAY}::text AS day, k.daily_deposit_limit AS limit, ${DEPOSITED_TODAY} AS today
     FROM api_keys k WHERE k.school_id = $1 AND k.id = $2`,
    [tx.schoolId, id],
  );
}
