import type { Tx } from '../../platform/database/database.ts';

/** Ends the sessions of all users of the transaction's school, whose next calls are refused with a request to sign in. */
export async function endSessionsOfSchool(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE sessions SET ended_at = clock_timestamp()
     WHERE ended_at IS NULL AND user_id IN (SELECT id FROM users WHERE school_id = $1)`,
    [tx.schoolId],
  );
  await tx.row(
    `UPDATE desk_sessions SET ended_at = clock_timestamp()
     WHERE ended_at IS NULL AND user_id IN (SELECT id FROM users WHERE school_id = $1)`,
    [tx.schoolId],
  );
}
