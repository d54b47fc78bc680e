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
 * Number that has become a guardian's of a student: refunds to it and collectors' codes wait where another person was their
 * guardian before, also one who was deleted meanwhile, and whoever is or was their guardian within a day is told. Those who are
 * entered within an hour are there together: nothing waits, and nobody is told. `known` is true for a number that has only just been deleted and comes back.
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
  // Guardians who are entered in one go, as a new student's or a list's are, need not hear of each other.
  if (!others?.older || !others.listening) return;
  const to = (await guardianRecipients(tx, studentSYSID)).filter(({ phone }) => phone !== mobileNumber);
  await notifyOfChange(tx, context, studentSYSID, 'phone-added', { to, newPhone: mobileNumber });
}
