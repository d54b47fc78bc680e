import type { ChangedNumber } from '@mfuko/contract/limits';
import { maskedPhone } from '../../platform/audit/changes.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { findHold, phoneMeans } from './money-holds.ts';

/**
 * Returns the change by which a number became a guardian's within the last 30 days, or null. The earlier number comes from the audit
 * trail, masked.
 */
export async function findNumberChange(
  tx: ReadTx,
  studentId: string,
  phone: string,
): Promise<Pick<ChangedNumber, 'date' | 'before'> | null> {
  const changed = await tx.row<{ date: Date; before: string | null }>(
    `SELECT e.at AS date, e.detail -> 'changes' -> 'mobileNumber' ->> 'from' AS before
     FROM guardians g JOIN audit_events e ON e.school_id = g.school_id AND e.subject_kind = 'guardian' AND e.subject_id = g.id
     WHERE g.school_id = $1 AND g.student_id = $2 AND g.mobile_number = $3 AND g.deleted_at IS NULL
       AND e.at > clock_timestamp() - interval '30 days'
       AND (e.action = 'guardian.create' OR e.detail -> 'changes' ? 'mobileNumber')
     ORDER BY e.at DESC LIMIT 1`,
    [tx.schoolId, studentId, phone],
  );
  return changed ? { date: changed.date.toISOString(), before: changed.before } : null;
}

/** Returns the guardians of a student to whose numbers refunds are on hold. */
export async function heldNumbers(
  tx: ReadTx,
  context: Pick<AppContext, 'keys'>,
  studentId: string,
): Promise<ChangedNumber[]> {
  const guardians = await tx.rows<{ name: string; phone: string }>(
    `SELECT name, mobile_number AS phone FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND deleted_at IS NULL ORDER BY created_at, id`,
    [tx.schoolId, studentId],
  );
  const held: ChangedNumber[] = [];
  for (const { name, phone } of guardians) {
    const hold = await findHold(tx, studentId, phoneMeans(context, phone));
    if (hold === null) continue;
    const change = await findNumberChange(tx, studentId, phone);
    const since = change?.date ?? new Date(hold.since).toISOString();
    held.push({ guardian: name, mobileNumber: maskedPhone(phone), date: since, before: change?.before ?? null });
  }
  return held;
}
