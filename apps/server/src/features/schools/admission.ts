import type { ReadTx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { schoolClosed, schoolNotFound, schoolSuspended } from './errors.ts';
import { findStanding } from './store.ts';

/**
 * Admits a user to the transaction's school. Throws where the school is unknown; a suspended school admits Admins only, a closed one
 * nobody.
 */
export async function admitToSchool(tx: ReadTx, actor: Actor): Promise<void> {
  const standing = await findStanding(tx, tx.schoolId);
  if (!standing) throw schoolNotFound();
  if (standing.closed) throw schoolClosed();
  if (standing.status === 'suspended' && actor.role !== 'Admin') throw schoolSuspended();
}
