import { type Keys, openWith } from '../../platform/crypto/keys.ts';
import type { OwnerTx } from '../../platform/database/database.ts';
import { stkPushContext } from './book.ts';
import { hashOfPayer, openPayer, pushDigest } from './payer.ts';
import { keepPayerWords } from './payer-words.ts';

const PAGE = 500;

/**
 * Recomputes, under the new keys, the digests of the payers' names and of the phones that got an STK push, for the transaction's school,
 * which moves to another installation. Returns the hashes of all payers whose whole number is known.
 */
export async function renewPayments(tx: OwnerTx, from: Keys, to: Keys): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  const named = await tx.rows<{ receipt: string }>(
    'SELECT DISTINCT receipt FROM payer_blind_index WHERE school_id = $1',
    [tx.schoolId],
  );
  const hasWords = new Set(named.map(({ receipt }) => receipt));
  await tx.query('DELETE FROM payer_blind_index WHERE school_id = $1', [tx.schoolId]);
  for (let after = ''; ; ) {
    const page = await tx.rows<{ receipt: string; payer: Buffer | null }>(
      `SELECT receipt, payer_sealed AS payer FROM payments WHERE school_id = $1 AND receipt > $2 ORDER BY receipt LIMIT ${PAGE}`,
      [tx.schoolId, after],
    );
    const last = page.at(-1);
    if (!last) break;
    after = last.receipt;
    for (const { receipt, payer } of page) {
      const opened = await openPayer(tx, { keys: from }, receipt, payer);
      const hash = hashOfPayer(opened);
      if (hash !== null) hashes.add(hash.toLowerCase());
      if (hasWords.has(receipt)) await keepPayerWords(tx, { keys: to }, receipt, opened.name);
    }
  }
  await renewPushes(tx, from, to);
  return hashes;
}

async function renewPushes(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const key = await from.ofSchool(tx);
  // An erased STK push has neither a phone nor a digest.
  const pushes = await tx.rows<{ id: string; phone: Buffer }>(
    `SELECT id, phone_sealed AS phone FROM stk_pushes WHERE school_id = $1 AND phone_sealed <> ''`,
    [tx.schoolId],
  );
  const digests = pushes.map(({ id, phone }) =>
    pushDigest({ keys: to }, tx.schoolId, openWith(key, stkPushContext(tx, id), phone).toString()),
  );
  await tx.query(
    `UPDATE stk_pushes p SET phone_digest = r.digest FROM unnest($2::uuid[], $3::bytea[]) AS r (id, digest)
     WHERE p.school_id = $1 AND p.id = r.id`,
    [tx.schoolId, pushes.map(({ id }) => id), digests],
  );
}
