import type { NewNotice } from '@mfuko/contract/notices';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { enqueuePlatformNotice, enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';

type Told = Pick<NewNotice, 'kind' | 'subject' | 'params'>;

/**
 * Notifies the colleagues of what a user did alone, since the message to the phone reaches whoever has taken over the number. Notifies the
 * platform's Admins too where the school has no other administrator; with `vouching`, where the user's factor waits and no colleague has
 * one by which to vouch for it. `notice` makes the text from the user's names.
 */
export async function tellColleagues(
  tx: Tx,
  { userId, names }: Pick<Actor, 'userId' | 'names'>,
  notice: (names: string) => Told,
  { vouching = false } = {},
): Promise<void> {
  await enqueueStaffNotice(tx, { ...notice(names), knownTo: userId });
  const alone = await tx.row<{ school: string }>(
    `SELECT c.short_name AS school FROM schools c
     WHERE c.id = $1
       AND (NOT $3 OR EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = $2 AND f.counts_from > clock_timestamp()))
       AND NOT EXISTS (
         SELECT 1 FROM users u LEFT JOIN second_factors o ON o.user_id = u.id
         WHERE u.school_id = $1 AND u.id <> $2 AND u.role = 'SchoolAdmin' AND u.status = 'active' AND u.deleted_at IS NULL
           AND (NOT $3 OR o.user_id IS NOT NULL AND (o.counts_from IS NULL OR o.counts_from <= clock_timestamp())
             AND (o.secret IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id))))`,
    [tx.schoolId, userId, vouching],
  );
  if (alone) await enqueuePlatformNotice(tx, notice(`${names} (${alone.school})`));
}

/** Returns true for users whose account is worth taking over: they decide, or take money. */
export function isWorthTaking({ role, duties }: Pick<Actor, 'role' | 'duties'>): boolean {
  return role !== 'CheckAgent' || duties.includes('cashier');
}
