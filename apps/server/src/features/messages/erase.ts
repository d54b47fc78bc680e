import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findSpoken, type Spoken } from './spoken.ts';

/**
 * Erases the contents of the text messages about a student. The rest only tells that a message went out and its cost. A message that
 * still waits is stopped.
 */
export async function eraseMessages(tx: Tx, context: AppContext, child: Spoken): Promise<void> {
  const spoken = await findSpoken(tx, context, child);
  await tx.row(
    `UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL, next_sealed = NULL, to_masked = NULL, to_hash = NULL, about = NULL,
       state = CASE state WHEN 'waiting' THEN 'stopped' ELSE state END
     WHERE school_id = $1 AND id = ANY($2::uuid[])`,
    [tx.schoolId, [...spoken.keys()]],
  );
}
