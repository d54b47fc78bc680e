import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { enqueuePlatformNotice, enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';

/**
 * Notifies the colleagues when an administrator changes their own number: a thief of the number holds both phones, and so gets the
 * message to the old one. Notifies the platform's Admins where the school has no other administrator.
 */
export async function tellOfMovedNumber(tx: Tx, { actor: { userId, names } }: Call): Promise<void> {
  const notice = { kind: 'account.number-moved', subject: { kind: 'user', id: userId } } as const;
  await enqueueStaffNotice(tx, { ...notice, params: { names }, knownTo: userId });
  const alone = await tx.row<{ school: string }>(
    `SELECT short_name AS school FROM schools
     WHERE id = $1 AND NOT EXISTS (
       SELECT 1 FROM users u
       WHERE u.school_id = $1 AND u.id <> $2 AND u.role = 'SchoolAdmin' AND u.status = 'active' AND u.deleted_at IS NULL)`,
    [tx.schoolId, userId],
  );
  if (alone) await enqueuePlatformNotice(tx, { ...notice, params: { names: `${names} (${alone.school})` } });
}
