import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';

/** Student whose messages are searched. */
export interface Spoken {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly guardians: readonly { readonly phone: string }[];
}

interface Candidate {
  readonly id: string;
  readonly about: boolean;
  readonly sealed: Buffer | null;
}

/**
 * Finds the text messages about a student: receipts of their money, reminders, and texts to their guardians that name them. Returns the
 * texts by message id; null where the text is no longer kept.
 */
export async function findSpoken(
  tx: ReadTx,
  context: AppContext,
  child: Spoken,
): Promise<ReadonlyMap<string, string | null>> {
  const candidates = await tx.rows<Candidate>(
    `SELECT m.id, m.text_sealed AS sealed,
            (m.about LIKE '%(' || $3 || ')' OR m.entry_id IN (SELECT id FROM journal_entries WHERE school_id = $1 AND student_id = $2)
             OR m.id IN (SELECT message_id FROM reminder_students WHERE school_id = $1 AND student_id = $2)) IS TRUE AS about
     FROM sms_messages m
     WHERE m.school_id = $1 AND (m.about LIKE '%(' || $3 || ')' OR m.to_hash = ANY($4::bytea[])
       OR m.entry_id IN (SELECT id FROM journal_entries WHERE school_id = $1 AND student_id = $2)
       OR m.id IN (SELECT message_id FROM reminder_students WHERE school_id = $1 AND student_id = $2))`,
    [
      tx.schoolId,
      child.id,
      child.admissionNumber,
      child.guardians.map(({ phone }) => context.keys.digest('phone', phone)),
    ],
  );
  const texts = new Map<string, string | null>();
  for (const { id, about, sealed } of candidates) {
    const text = sealed && context.keys.open(`sms:${id}`, sealed).toString('utf8');
    if (about || names(text, child)) texts.set(id, text);
  }
  return texts;
}

/** Requires the student's name or number in the text, since a guardian may have another child at the school. */
function names(text: string | null, child: Spoken): boolean {
  return text !== null && (text.includes(child.names.slice(0, 30)) || text.includes(`(${child.admissionNumber})`));
}
