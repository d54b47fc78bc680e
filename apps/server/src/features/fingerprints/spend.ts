import type { AppContext } from '../../platform/app-context.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { replayed } from './errors.ts';
import type { SeenPicture } from './picture.ts';

/** Digest: what a picture is known by in its school; equal pixels have equal digests, in another school others. */
export function digestOf(context: AppContext, schoolId: string, picture: SeenPicture): Buffer {
  return context.keys.digest('picture', `${schoolId}:${picture.sha256}`);
}

/**
 * Spends the picture of a proof in the transaction that records what it proved. Throws fingerprint.replayed where it
 * has been spent in this school before: the same picture twice is no living finger.
 */
export async function spendPicture(tx: Tx, proof: { readonly pictureDigest: Buffer }): Promise<void> {
  const [spent] = await tx.prepared(
    'spend-picture',
    'INSERT INTO spent_pictures (school_id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1 AS spent',
    [tx.schoolId, proof.pictureDigest],
  );
  if (!spent) throw replayed();
}

/** Tells whether the picture has been spent; spends nothing. */
export async function isSpent(tx: ReadTx, pictureDigest: Buffer): Promise<boolean> {
  const found = await tx.prepared(
    'find-spent-picture',
    'SELECT 1 AS spent FROM spent_pictures WHERE school_id = $1 AND digest = $2',
    [tx.schoolId, pictureDigest],
  );
  return found.length > 0;
}

/** Throws fingerprint.replayed where the picture has been spent. */
export async function refuseSpent(tx: ReadTx, pictureDigest: Buffer): Promise<void> {
  if (await isSpent(tx, pictureDigest)) throw replayed();
}
