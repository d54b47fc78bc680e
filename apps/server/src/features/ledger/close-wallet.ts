import type { Tx } from '../../platform/database/database.ts';

/**
 * Closes an empty wallet for good: the database refuses every posting that would put money into a closed wallet. A wallet that holds
 * money stays open, since somebody has to take the money out.
 */
export async function closeWallet(tx: Tx, studentId: string): Promise<void> {
  await tx.row('UPDATE accounts SET closed = true WHERE school_id = $1 AND id = $2 AND balance = 0', [
    tx.schoolId,
    studentId,
  ]);
}
