import type { Keys } from '../crypto/keys.ts';
import type { OwnerTx, Tx } from '../database/database.ts';
import { auditEach, type JobOrigin } from './audit.ts';
import type { SealedEvent } from './chain.ts';
import { isProven, proverOf } from './proof.ts';

/** Action by which the sealer names a row that carries no proof. */
export const UNPROVEN = 'trail.unproven';

/** A row that waits for its seal. */
export interface Waiting extends SealedEvent {
  readonly proof: Buffer | null;
  /** Of its redaction; null where there was none. */
  readonly mac: Buffer | null;
  readonly beforeProofs: boolean;
}

/**
 * Names in the trail itself each row that no program with our keys has written: the database's password alone writes rows, and seals
 * none. Proven by the sealer's own keys, whatever its pool was opened with.
 */
export async function nameUnproven(
  tx: Tx,
  keys: Pick<Keys, 'digest'>,
  origin: JobOrigin,
  rows: readonly Waiting[],
): Promise<void> {
  const prove = proverOf(keys);
  const unproven = rows.filter((row) => !row.beforeProofs && !isProven(prove, tx.schoolId, row));
  if (unproven.length === 0) return;
  await auditEach(
    { ...tx, prove },
    unproven.map(({ id }) => ({ origin, event: { action: UNPROVEN, subjectKind: 'audit', subjectId: id } })),
  );
}

/** Takes what waits in a school that came in as it came: it was proven under the other installation's keys, if at all. */
export async function takeAsBeforeProofs(tx: OwnerTx): Promise<void> {
  await tx.query('UPDATE audit_waiting SET before_proofs = true WHERE school_id = $1', [tx.schoolId]);
}
