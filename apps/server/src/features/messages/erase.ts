import type { AppContext } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Whose messages go. */
export interface Spoken {
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly guardians: readonly { readonly phone: string }[];
}

interface Candidate {
  readonly id: string;
  readonly about: boolean;
  readonly text: Buffer | null;
}

/**
 * Empties the text messages about a student: receipts of their money, reminders, and texts to their guardians that name them. What is
 * left tells that a message went out, what it cost, and nothing of whom. One that still waits is stopped.
 */
export async function eraseMessages(tx: Tx, context: AppContext, child: Spoken): Promise<void> {
  const candidates = await tx.rows<Candidate>(
    `SELECT m.id, m.text_sealed AS text,
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
  const ids = candidates.filter((one) => one.about || names(context, one, child)).map(({ id }) => id);
  await tx.row(
    `UPDATE sms_messages SET to_sealed = NULL, text_sealed = NULL, next_sealed = NULL, to_masked = NULL, to_hash = NULL, about = NULL,
       state = CASE state WHEN 'waiting' THEN 'stopped' ELSE state END
     WHERE school_id = $1 AND id = ANY($2::uuid[])`,
    [tx.schoolId, ids],
  );
}

/** A guardian may have another child at the school, whose messages are not this one's. */
function names(context: AppContext, { id, text }: Candidate, child: Spoken): boolean {
  if (text === null) return false;
  const opened = context.keys.open(`sms:${id}`, text).toString('utf8');
  return opened.includes(child.names.slice(0, 30)) || opened.includes(`(${child.admissionNumber})`);
}
