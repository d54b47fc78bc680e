import type { Tx } from '../../platform/database/database.ts';

/** Erases texts and numbers of the school's messages that are older than 30 days. */
export async function forgetOldMessages(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL, next_sealed = NULL
     WHERE school_id = $1 AND created_at < now() - interval '30 days' AND to_sealed IS NOT NULL`,
    [tx.schoolId],
  );
}
