import type pg from 'pg';
import { verifyBooks, wordsOf } from '../features/books/index.ts';
import { checkTrail } from '../platform/audit/check.ts';
import type { Checkpoint } from '../platform/audit/seal.ts';
import type { Keys } from '../platform/crypto/keys.ts';
import { type Db, ownerTx } from '../platform/database/database.ts';

/** Number of verified rows, and a sentence for each problem. */
export interface Verified {
  readonly movements: number;
  readonly sealed: bigint;
  readonly wrong: readonly string[];
}

/** Verifies a school's books and audit trail like ledger:verify and audit:verify, within an open transaction. */
export async function verifySchool(
  client: pg.Client,
  schoolId: string,
  keys: Keys,
  checkpoints: readonly Checkpoint[],
): Promise<Verified> {
  const tx = ownerTx(client, schoolId);
  const readSchool: Db['readSchool'] = (id, work) => {
    if (id !== schoolId) throw new TypeError('The transaction is set to another school.');
    return work(tx);
  };
  const parts = { db: { readSchool }, keys };
  const trail = await checkTrail(parts, schoolId, checkpoints);
  const { movements, findings } = await verifyBooks(parts, schoolId);
  await client.query('SET LOCAL statement_timeout = 0');
  const places = trail.findings.map(({ kind, position }) => `The audit trail, row ${position ?? '?'}: ${kind}.`);
  return { movements, sealed: trail.sealed, wrong: [...places, ...findings.map(wordsOf)] };
}
