import { gsmSafe, type Language } from '@mfuko/contract/sms';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { enqueueMessage } from '../messages/index.ts';
import { guardianRecipients } from '../students/index.ts';

/** Kind of change to a child's list. */
export type ListChange = 'added' | 'blocked' | 'removed' | 'unblocked' | 'alone' | 'photo' | 'no-photo';

const THREE_DAYS = 3 * 24 * 3600;

interface Words {
  readonly student: string;
  /** Name and relation: `Mary Otieno (Aunt)`. */
  readonly person: string;
  readonly at: string;
}

const TEXTS: Record<ListChange, Record<Language, (words: Words) => string>> = {
  added: {
    en: ({ student, person, at }) => `${person} may collect ${student} from school from now on, ${at}.`,
    sw: ({ student, person, at }) => `${person} anaruhusiwa kumchukua ${student} shuleni kuanzia sasa, ${at}.`,
  },
  blocked: {
    en: ({ student, person, at }) => `${person} must not collect ${student} from school, ${at}.`,
    sw: ({ student, person, at }) => `${person} haruhusiwi kumchukua ${student} shuleni, ${at}.`,
  },
  removed: {
    en: ({ student, person, at }) => `${person} may no longer collect ${student} from school, ${at}.`,
    sw: ({ student, person, at }) => `${person} haruhusiwi tena kumchukua ${student} shuleni, ${at}.`,
  },
  unblocked: {
    en: ({ student, person, at }) => `the ban on ${person} collecting ${student} was lifted, ${at}.`,
    sw: ({ student, person, at }) => `marufuku ya ${person} kumchukua ${student} imeondolewa, ${at}.`,
  },
  alone: {
    en: ({ student, at }) => `${student} may leave school alone from now on, ${at}.`,
    sw: ({ student, at }) => `${student} anaruhusiwa kuondoka shuleni peke yake kuanzia sasa, ${at}.`,
  },
  photo: {
    en: ({ student, person, at }) => `the gate has a new photo of ${person}, who may collect ${student}, ${at}.`,
    sw: ({ student, person, at }) => `lango lina picha mpya ya ${person}, anayemchukua ${student}, ${at}.`,
  },
  'no-photo': {
    en: ({ student, person, at }) => `the gate no longer has a photo of ${person}, who may collect ${student}, ${at}.`,
    sw: ({ student, person, at }) => `lango halina tena picha ya ${person}, anayemchukua ${student}, ${at}.`,
  },
};
const ENDING: Record<Language, string> = {
  en: ' If you did not ask for this, call the school now.',
  sw: ' Kama hukuomba hili, pigia shule simu sasa.',
};

/**
 * Notifies the guardians of a change to the list by SMS (kind `security`, which no cap holds back). The number of a person who must not
 * collect the child is left out: such a person must not learn with whom the child leaves.
 */
export async function notifyGuardians(
  tx: Tx,
  context: AppContext,
  studentId: string,
  change: ListChange,
  person: { readonly name: string; readonly relation: string } | null,
): Promise<void> {
  const about = await tx.row<{ school: string; student: string; at: string }>(
    `SELECT c.short_name AS school, s.names AS student,
            to_char(clock_timestamp() AT TIME ZONE c.time_zone, 'DD/MM HH24:MI') AS at
     FROM students s JOIN schools c ON c.id = s.school_id WHERE s.school_id = $1 AND s.id = $2`,
    [tx.schoolId, studentId],
  );
  if (!about) return;
  const named = person ? `${person.name.slice(0, 30)} (${person.relation.slice(0, 15)})` : '';
  const words = { student: about.student.slice(0, 30), person: named, at: about.at };
  const banned = await blockedNumbers(tx, studentId);
  for (const [phone, { language }] of new Map(
    (await guardianRecipients(tx, studentId)).map((each) => [each.phone, each]),
  )) {
    if (banned.includes(phone)) continue;
    const text = `${about.school.slice(0, 20)}: ${TEXTS[change][language](words)}${ENDING[language]}`;
    await enqueueMessage(tx, context, { to: phone, text: gsmSafe(text), kind: 'security' }, THREE_DAYS);
  }
}

/** Returns the numbers of the persons who must not collect a student. */
export async function blockedNumbers(tx: ReadTx, studentId: string): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT mobile_number AS phone FROM collectors WHERE school_id = $1 AND student_id = $2 AND removed_at IS NULL
       AND blocked_reason IS NOT NULL AND mobile_number IS NOT NULL`,
    [tx.schoolId, studentId],
  );
  return rows.map(({ phone }) => phone);
}
