import { formatKes } from '@mfuko/contract/money';
import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { enqueueMessage } from '../messages/index.ts';
import { guardianRecipients } from '../students/index.ts';

interface Words {
  readonly school: string;
  readonly student: string;
  readonly amount: string;
  /** `23/11 10:32`, by the school's clock. */
  readonly at: string;
  /** True if a guardian paid by M-Pesa; false for a deposit at the school. */
  readonly byMpesa: boolean;
}

const TEXTS: Record<Language, (words: Words) => string> = {
  en: ({ school, student, amount, at, byMpesa }) =>
    `${school}: ${amount} that was paid ${byMpesa ? 'by M-Pesa' : 'in'} for ${student} was taken out of the wallet, ${at}. If you do not know why, call the school now.`,
  sw: ({ school, student, amount, at, byMpesa }) =>
    `${school}: ${amount} zilizolipwa ${byMpesa ? 'kwa M-Pesa' : 'shuleni'} kwa ${student} zimetolewa kwenye mkoba, ${at}. Kama hujui sababu, pigia shule simu sasa.`,
};
const THREE_DAYS = 3 * 24 * 3600;

/** Notifies every guardian by SMS that a deposit or collection was reversed. Other reversals are not notified. */
export async function notifyOfReversal(tx: Tx, context: AppContext, reversalId: string): Promise<void> {
  const about = await tx.row<{
    school: string;
    student: string;
    studentId: string;
    amount: bigint;
    at: string;
    byMpesa: boolean;
  }>(
    `SELECT c.short_name AS school, s.names AS student, s.id AS "studentId", m.amount, o.kind = 'collection' AS "byMpesa",
            to_char(m.at AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at
     FROM journal_entries m JOIN schools c ON c.id = m.school_id
     JOIN journal_entries o ON o.school_id = m.school_id AND o.id = m.reverses AND o.kind IN ('deposit', 'collection')
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id WHERE m.school_id = $1 AND m.id = $2`,
    [tx.schoolId, reversalId],
  );
  if (!about) return;
  const words = {
    school: about.school.slice(0, 20),
    student: about.student.slice(0, 30),
    amount: formatKes(about.amount),
    at: about.at,
    byMpesa: about.byMpesa,
  };
  for (const { phone, language } of await guardianRecipients(tx, about.studentId)) {
    const text = gsmSafe(TEXTS[language](words));
    await enqueueMessage(tx, context, { to: phone, text, kind: 'security' }, THREE_DAYS);
  }
}
