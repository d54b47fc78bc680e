import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes the token of a receipt's barcode: 16 characters without look-alikes, 80 random bits. */
export function newToken(): string {
  return Array.from(randomBytes(16), (byte) => LETTERS[byte & 31]).join('');
}

/**
 * Marks a receipt as shown. The caller holds the lock on its row, so that of two simultaneous scans only one sees the receipt unspent.
 */
export async function spendReceipt(tx: Tx, entryId: string, by: string): Promise<void> {
  await tx.row(
    'UPDATE receipts SET spent_at = clock_timestamp(), spent_by = $3 WHERE school_id = $1 AND entry_id = $2',
    [tx.schoolId, entryId, by],
  );
}
