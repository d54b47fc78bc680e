import type { Keys } from '../crypto/keys.ts';
import type { OwnerTx, Tx } from '../database/database.ts';
import { auditEach, type JobOrigin } from './audit.ts';
import type { SealedEvent } from './chain.ts';
import { isProven, proverOf } from './proof.ts';

/** Action under which the sealer reports a row without a valid proof. */
export const UNPROVEN = 'trail.unproven';

/** Audit row that waits to be sealed. */
export interface Waiting extends SealedEvent {
  readonly proof: Buffer | null;
  /** MAC of the row's redaction; null when the row was not redacted. */
  readonly mac: Buffer | null;
  readonly beforeProofs: boolean;
}

/**
 * Reports in the trail itself each row that was not written by a program with the installation's keys: whoever has only the
 * database password can insert rows, but cannot prove them. Proves the report with the sealer's own keys, whether or not its pool
 * was opened with keys.
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

/**
 * Exempts the waiting rows of an imported school from the proof check: their proofs, if any, were made with the other
 * installation's keys.
 */
export async function takeAsBeforeProofs(tx: OwnerTx): Promise<void> {
  await tx.query('UPDATE audit_waiting SET before_proofs = true WHERE school_id = $1', [tx.schoolId]);
}
