import type { Keys } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { openPayer, payerDigest } from './payers.ts';

/**
 * Recomputes, under the new keys, the digests of the payers of the transaction's school, which moves to another installation: those of
 * `hashes`, and those of money in suspense. A payer whose number is stored nowhere any more is forgotten; the next payment of theirs is
 * handled like a first one.
 */
export async function renewPayers(tx: OwnerTx, from: Keys, to: Keys, hashes: ReadonlySet<string>): Promise<void> {
  const items = await tx.rows<{ receipt: string | null; payer: Buffer | null }>(
    'SELECT receipt, payer_sealed AS payer FROM suspense_items WHERE school_id = $1 AND payer_sealed IS NOT NULL',
    [tx.schoolId],
  );
  const all = new Set(hashes);
  for (const { receipt, payer } of items) {
    const { hash } = await openPayer(tx, { keys: from }, receipt, payer);
    if (hash !== null) all.add(hash.toLowerCase());
  }
  const before = [...all].map((hash) => payerDigest({ keys: from }, tx.schoolId, hash));
  const later = [...all].map((hash) => payerDigest({ keys: to }, tx.schoolId, hash));
  const given = [tx.schoolId, before, later];
  await tx.query('DELETE FROM known_payers WHERE school_id = $1 AND payer_digest <> ALL($2::bytea[])', [
    tx.schoolId,
    before,
  ]);
  await tx.query(
    `UPDATE known_payers k SET payer_digest = r.later FROM unnest($2::bytea[], $3::bytea[]) AS r (before, later)
     WHERE k.school_id = $1 AND k.payer_digest = r.before`,
    given,
  );
  await tx.query(
    `UPDATE suspense_items i SET payer_digest = (
       SELECT r.later FROM unnest($2::bytea[], $3::bytea[]) AS r (before, later) WHERE r.before = i.payer_digest)
     WHERE i.school_id = $1 AND i.payer_digest IS NOT NULL`,
    given,
  );
}
