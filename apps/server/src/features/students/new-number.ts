import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { holdMoney, phoneMeans } from './money-holds.ts';
import { FORMER_NUMBER_IS_RECENT, guardianRecipients, notifyOfChange } from './security-notices.ts';

interface Guardian {
  readonly sysid: string;
  readonly studentSYSID: string;
  readonly mobileNumber: string;
}

/**
 * Handles a number that has become a guardian's. Refunds and collectors' codes to the number are put on hold if the student had another
 * guardian before, deleted ones included, and current guardians and those of the last day are notified. Guardians entered within one hour
 * count as entered together: no hold, and no notice. `known` is true for a number that was deleted within the hour and is restored.
 */
export async function noteNewNumber(
  tx: Tx,
  context: AppContext,
  { actor }: Pick<Call, 'actor'>,
  { sysid, studentSYSID, mobileNumber }: Guardian,
  known = false,
): Promise<void> {
  const others = await tx.row<{ older: boolean; listening: boolean }>(
    `SELECT coalesce(bool_or(created_at < clock_timestamp() - interval '1 hour'), false) AS older,
            coalesce(bool_or(deleted_at IS NULL OR deleted_at > clock_timestamp() - interval '24 hours'
                             OR ${FORMER_NUMBER_IS_RECENT}), false) AS listening
     FROM guardians WHERE school_id = $1 AND student_id = $2 AND id <> $3 AND mobile_number <> $4`,
    [tx.schoolId, studentSYSID, sysid, mobileNumber],
  );
  if (others?.older && !known) await holdMoney(tx, actor.userId, [studentSYSID], phoneMeans(context, mobileNumber));
  // Guardians who are entered together, as for a new student or by a list, are not notified of each other.
  if (!others?.older || !others.listening) return;
  const to = (await guardianRecipients(tx, studentSYSID)).filter(({ phone }) => phone !== mobileNumber);
  await notifyOfChange(tx, context, studentSYSID, 'phone-added', { to, newPhone: mobileNumber });
}
