import type { NewNotice } from '@mfuko/contract/notices';
import type { Tx } from './database.ts';
import { newId } from './id.ts';
import { enqueue } from './jobs.ts';

/** The job that tells the staff of a school, or the platform's, what a lower feature has handed in. */
export const TELL_STAFF = 'tell-staff';

/**
 * Has the staff of the transaction's school told, if and only if it commits. For the features that stand below the
 * notices, and for what is told of a call that was refused; the others tell by the door of `features/notices`.
 */
export async function tellStaffLater(tx: Tx, notice: NewNotice): Promise<void> {
  await enqueue(tx, TELL_STAFF, { schoolId: tx.schoolId, key: newId(), notice });
}
