import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { openLeftOut, sealLeftOut } from './left-out.ts';

/** Seals the left-out rows of the transaction's school, which moves to another installation, under new keys. */
export async function renewLeftOut(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const kept = await tx.rows<{ id: string }>('SELECT batch_id AS id FROM import_left_out WHERE school_id = $1', [
    tx.schoolId,
  ]);
  // One at a time, since each may have megabytes.
  for (const { id } of kept) {
    const row = await tx.row<{ sheet: Buffer }>(
      'SELECT sheet FROM import_left_out WHERE school_id = $1 AND batch_id = $2',
      [tx.schoolId, id],
    );
    if (!row) continue;
    const sheet = sealLeftOut(tx, to, id, openLeftOut(tx, from, id, row.sheet));
    await tx.query('UPDATE import_left_out SET sheet = $3 WHERE school_id = $1 AND batch_id = $2', [
      tx.schoolId,
      id,
      sheet,
    ]);
  }
}
