import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { enqueueMessage } from '../messages/index.ts';
import { type Change, ENDING, TEXTS, type Words } from './security-texts.ts';

/** Phone number to notify, with its owner's language. */
export interface Recipient {
  readonly phone: string;
  readonly language: Language;
}

const THREE_DAYS = 3 * 24 * 3600;

interface Told {
  readonly to: readonly Recipient[];
  readonly newPhone?: string;
  /** False if money is not held for this change. */
  readonly waits?: boolean;
  readonly amounts?: Words['amounts'];
}

/**
 * Notifies the given numbers, each once, of a change by SMS (kind `security`, which is exempt from every cap), so that the owners of the
 * money learn of a theft.
 */
export async function notifyOfChange(
  tx: Tx,
  context: AppContext,
  studentId: string,
  change: Change,
  { to, newPhone = '', waits = true, amounts = { en: '', sw: '' } }: Told,
): Promise<void> {
  const about = await tx.row<Omit<Words, 'ending' | 'amounts'>>(
    `SELECT c.short_name AS school, s.names AS student, c.hold_after_change_hours AS hours,
            to_char(clock_timestamp() AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at
     FROM students s JOIN schools c ON c.id = s.school_id WHERE s.school_id = $1 AND s.id = $2`,
    [tx.schoolId, studentId],
  );
  if (!about) return;
  const hours = waits ? about.hours : 0;
  const words = { ...about, hours, student: about.student.slice(0, 30), ending: newPhone.slice(-3), amounts };
  for (const [phone, { language }] of new Map(to.map((each) => [each.phone, each]))) {
    const text = `${about.school.slice(0, 20)}: ${TEXTS[change][language](words)}${ENDING[language]}`;
    await enqueueMessage(tx, context, { to: phone, text: gsmSafe(text), kind: 'security' }, THREE_DAYS);
  }
}

/** Time for which a guardian's former number, and the number of a deleted guardian, is notified like the current ones. */
const HEARS_ON = `interval '24 hours'`;

/** SQL condition over a row of guardians. */
export const FORMER_NUMBER_IS_RECENT = `coalesce(former_since > clock_timestamp() - ${HEARS_ON}, false)`;

/**
 * Returns the numbers of a student's guardians, and for a day the changed or deleted ones: otherwise a thief who changes a number first
 * would be the only one to be notified.
 */
export function guardianRecipients(tx: ReadTx, studentId: string): Promise<Recipient[]> {
  return tx.rows<Recipient>(
    `SELECT mobile_number AS phone, language FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND (deleted_at IS NULL OR deleted_at > clock_timestamp() - ${HEARS_ON})
     UNION SELECT former_number, language FROM guardians
     WHERE school_id = $1 AND student_id = $2 AND ${FORMER_NUMBER_IS_RECENT}
     ORDER BY phone`,
    [tx.schoolId, studentId],
  );
}

/** Clears former numbers that are no longer notified. */
export async function dropFormerNumbers(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE guardians SET former_number = NULL, former_since = NULL
     WHERE school_id = $1 AND former_since IS NOT NULL AND NOT ${FORMER_NUMBER_IS_RECENT}`,
    [tx.schoolId],
  );
}
