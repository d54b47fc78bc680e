import type { Tx } from '../../platform/database/database.ts';

/** Stores the key of a linked reader; null unpairs it. Returns false if there is no such reader. */
export async function setCaptureKey(tx: Tx, id: string, key: Buffer | null): Promise<boolean> {
  const changed = await tx.row(
    `UPDATE devices SET capture_key = $3
     WHERE school_id = $1 AND id = $2 AND revoked_at IS NULL AND serial_number IS NOT NULL RETURNING 1 AS one`,
    [tx.schoolId, id, key],
  );
  return changed !== undefined;
}
