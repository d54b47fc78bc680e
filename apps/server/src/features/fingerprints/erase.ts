import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

import { eraseFingerprints, lockEnrolments } from './store.ts';

/**
 * Erases a student's impressions, the key that opens every copy of them, and the personal data in the consents; the existence and the
 * end of each consent stay. Returns the ids of the impressions, which the workers must drop from memory.
 */
export async function eraseFingers(tx: Tx, { id }: Pick<DataSubject, 'id'>): Promise<string[]> {
  const of = [tx.schoolId, id];
  await lockEnrolments(tx);
  const erased = await eraseFingerprints(tx, id);
  await tx.row(
    `UPDATE consents SET given_by = '', relation = '', contact_id = NULL, withdrawn_at = coalesce(withdrawn_at, clock_timestamp())
     WHERE school_id = $1 AND student_id = $2`,
    of,
  );
  await tx.row(
    'UPDATE consent_withdrawals SET withdrawn_by = NULL, relation = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
  return erased;
}
