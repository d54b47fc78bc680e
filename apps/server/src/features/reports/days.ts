import type { Tx } from '../../platform/database/database.ts';

/** Closes the school's days that are over, so that nobody counts their journal entries again. */
export async function closeDays(tx: Tx): Promise<void> {
  await tx.row('SELECT close_school_days($1)', [tx.schoolId]);
}
