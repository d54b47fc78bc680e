import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { placeOf } from './second-factor.ts';

/**
 * Seals the authenticators' secrets of the users of the transaction's school, which moves to another installation, under new keys, so
 * that they remain valid.
 */
export async function renewFactors(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const rows = await tx.rows<{ id: string; secret: Buffer | null; pending: Buffer | null }>(
    `SELECT f.user_id AS id, f.secret, f.pending FROM second_factors f JOIN users u ON u.id = f.user_id WHERE u.school_id = $1`,
    [tx.schoolId],
  );
  for (const { id, secret, pending } of rows) {
    const renewed = (sealed: Buffer | null) => sealed && to.seal(placeOf(id), from.open(placeOf(id), sealed));
    await tx.query('UPDATE second_factors SET secret = $2, pending = $3 WHERE user_id = $1', [
      id,
      renewed(secret),
      renewed(pending),
    ]);
  }
}
