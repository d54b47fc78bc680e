import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { comparedTooLate } from './errors.ts';
import { forgetWrongPins } from './locks.ts';
import { findHold, holdMoney } from './money-holds.ts';
import { guardianRecipients, notifyOfChange } from './security-notices.ts';

/**
 * Sets a PIN that the student has chosen, after the PIN in force has proved the student. Cash by the new PIN is put on hold if the
 * caller, or an account tied to the caller, has set the PIN in force, or if its author is unknown. Returns the end of the hold, or null.
 * Throws server.busy where the PIN in force is no longer `inForce`, the one that was proved, since somebody has set another meanwhile.
 */
export async function setOwnPin(
  tx: Tx,
  context: AppContext,
  call: Call,
  studentId: string,
  { pinHash, inForce }: { readonly pinHash: string; readonly inForce: string | null },
): Promise<Date | null> {
  const byUser = call.actor.userId;
  const before = await tx.row<{ same: boolean | null; apart: boolean }>(
    `SELECT pin_hash = $4 AS same, pin_own_at IS NOT NULL OR coalesce(pin_set_by <> $3 AND segregation_conflict(pin_set_by, $3) IS NULL, false) AS apart
     FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [tx.schoolId, studentId, byUser, inForce],
  );
  if (!before?.same) throw comparedTooLate();
  await tx.row(
    `UPDATE students SET pin_hash = $3, pin_own_at = clock_timestamp(), pin_set_by = NULL WHERE school_id = $1 AND id = $2`,
    [tx.schoolId, studentId, pinHash],
  );
  await forgetWrongPins(tx, studentId);
  if (!before.apart) await holdMoney(tx, byUser, [studentId], 'pin');
  const hold = await findHold(tx, studentId, 'pin');
  await notifyOfChange(tx, context, studentId, 'pin-own', {
    to: await guardianRecipients(tx, studentId),
    waits: hold !== null,
  });
  await audit(tx, call, { action: 'student.own-pin', subjectKind: 'student', subjectId: studentId });
  return hold?.until ?? null;
}
