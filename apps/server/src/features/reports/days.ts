import type { Tx } from '../../platform/database/database.ts';

/** Closes the school's past days, so that their journal entries need not be counted again. */
export async function closeDays(tx: Tx): Promise<void> {
  await tx.row('SELECT close_school_days($1)', [tx.schoolId]);
}
