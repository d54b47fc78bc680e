import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { phoneMeans } from './money-holds.ts';
import { pepperIdentifier } from './pin-pepper.ts';

/**
 * Recomputes, under the new keys, the digests of numbers with a money hold in the transaction's school, which moves to another
 * installation. The hold of a number that no guardian has or had is deleted, since no money can go there.
 */
export async function renewHolds(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const phones = await tx.rows<{ phone: string }>(
    `SELECT mobile_number AS phone FROM guardians WHERE school_id = $1
     UNION SELECT former_number FROM guardians WHERE school_id = $1 AND former_number IS NOT NULL`,
    [tx.schoolId],
  );
  const known = phones.map(
    ({ phone }) => [phoneMeans({ keys: from }, phone), phoneMeans({ keys: to }, phone)] as const,
  );
  await tx.query(`DELETE FROM money_holds WHERE school_id = $1 AND means LIKE 'phone:%' AND means <> ALL($2::text[])`, [
    tx.schoolId,
    known.map(([before]) => before),
  ]);
  await tx.query(
    `UPDATE money_holds h SET means = r.later FROM unnest($2::text[], $3::text[]) AS r (before, later)
     WHERE h.school_id = $1 AND h.means = r.before`,
    [tx.schoolId, known.map(([before]) => before), known.map(([, later]) => later)],
  );
}

/**
 * Sets aside the PIN hashes of the transaction's school, which moves to another installation: nobody can renew them without the PINs. A
 * student whose hash is set aside has no PIN, so that a right PIN is not counted as a wrong one. Hashes that were made under the pepper of
 * the new keys are put back: the school returns.
 */
export async function renewPins(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  await tx.query(
    `UPDATE students SET pin_hash = NULL, pin_hash_elsewhere = pin_hash, pin_pepper_elsewhere = $2
     WHERE school_id = $1 AND pin_hash IS NOT NULL`,
    [tx.schoolId, pepperIdentifier(from)],
  );
  await tx.query(
    `UPDATE students SET pin_hash = pin_hash_elsewhere, pin_hash_elsewhere = NULL, pin_pepper_elsewhere = NULL
     WHERE school_id = $1 AND pin_pepper_elsewhere = $2`,
    [tx.schoolId, pepperIdentifier(to)],
  );
}
