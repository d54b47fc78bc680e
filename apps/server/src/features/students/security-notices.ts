import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { AppContext } from '../../platform/app-context.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { enqueueMessage } from '../messages/index.ts';

/** Change of a way to a student's money. */
export type Change = 'pin' | 'finger' | 'phone' | 'phone-removed';

/** A phone to write to, in its owner's language. */
export interface Recipient {
  readonly phone: string;
  readonly language: Language;
}

const THREE_DAYS = 3 * 24 * 3600;

interface Words {
  readonly school: string;
  readonly student: string;
  /** `23/11 10:32`, by the school's clock. */
  readonly at: string;
  /** Hours that cash waits; 0 where it does not. */
  readonly hours: number;
  /** End of the new number. */
  readonly ending: string;
}

const TEXTS: Record<Change, Record<Language, (words: Words) => string>> = {
  pin: {
    en: ({ student, at, hours }) => `the PIN of ${student} was changed, ${at}.${waits.en(hours)}`,
    sw: ({ student, at, hours }) => `PIN ya ${student} imebadilishwa, ${at}.${waits.sw(hours)}`,
  },
  finger: {
    en: ({ student, at, hours }) => `another finger of ${student} was registered, ${at}.${waits.en(hours)}`,
    sw: ({ student, at, hours }) => `kidole kingine cha ${student} kimesajiliwa, ${at}.${waits.sw(hours)}`,
  },
  phone: {
    en: ({ student, at, ending }) =>
      `a guardian's number for ${student} was changed to one that ends in ${ending}, ${at}.`,
    sw: ({ student, at, ending }) => `namba ya mlezi wa ${student} imebadilishwa kuwa inayoishia na ${ending}, ${at}.`,
  },
  'phone-removed': {
    en: ({ student, at }) => `this number is a guardian's of ${student} no longer, ${at}.`,
    sw: ({ student, at }) => `namba hii si ya mlezi wa ${student} tena, ${at}.`,
  },
};
const waits: Record<Language, (hours: number) => string> = {
  en: (hours) => (hours > 0 ? ` Cash by it waits ${hours} h.` : ''),
  sw: (hours) => (hours > 0 ? ` Taslimu kwayo inasubiri saa ${hours}.` : ''),
};
const ENDING: Record<Language, string> = {
  en: ' If you did not ask for this, call the school now.',
  sw: ' Kama hukuomba hili, pigia shule simu sasa.',
};

/**
 * Tells of a change by SMS (kind `security`, which no cap holds back) those who would be robbed by it: the numbers that are
 * given, each once.
 */
export async function tellOfChange(
  tx: Tx,
  context: AppContext,
  studentId: string,
  change: Change,
  { to, newPhone = '' }: { readonly to: readonly Recipient[]; readonly newPhone?: string },
): Promise<void> {
  const about = await tx.row<Omit<Words, 'ending'>>(
    `SELECT c.short_name AS school, s.names AS student, c.hold_after_change_hours AS hours,
            to_char(clock_timestamp() AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at
     FROM students s JOIN schools c ON c.id = s.school_id WHERE s.school_id = $1 AND s.id = $2`,
    [tx.schoolId, studentId],
  );
  if (!about) return;
  const words = { ...about, student: about.student.slice(0, 30), ending: newPhone.slice(-3) };
  for (const [phone, { language }] of new Map(to.map((each) => [each.phone, each]))) {
    const text = `${about.school.slice(0, 20)}: ${TEXTS[change][language](words)}${ENDING[language]}`;
    await enqueueMessage(tx, context, { to: phone, text: gsmSafe(text), kind: 'security' }, THREE_DAYS);
  }
}

/** So long a guardian's former number hears what the new one hears, as does the number of a guardian who was removed. */
const HEARS_ON = `interval '24 hours'`;

/** SQL over a row of guardians. */
export const FORMER_NUMBER_IS_RECENT = `coalesce(former_since > clock_timestamp() - ${HEARS_ON}, false)`;

/**
 * The numbers of a student's guardians, and for a day those that were changed or removed: whoever does that first and then
 * reaches for the money would be the only one to be told.
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

/** Forgets former numbers that hear nothing any more. */
export async function dropFormerNumbers(tx: Tx): Promise<void> {
  await tx.row(
    `UPDATE guardians SET former_number = NULL, former_since = NULL
     WHERE school_id = $1 AND former_since IS NOT NULL AND NOT ${FORMER_NUMBER_IS_RECENT}`,
    [tx.schoolId],
  );
}
