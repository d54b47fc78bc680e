import type { ReadTx } from './database.ts';

/**
 * Lets all reads of `tx` see one moment of the database: without it, each statement sees what was committed before it began. Must be the
 * first statement of the transaction; PostgreSQL refuses it later.
 */
export async function readOneMoment(tx: ReadTx): Promise<void> {
  await tx.row('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
}
