import type { Telling } from '../../platform/audit/telling.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Patterns that name a child: in the rows that are theirs, and in those of anybody else. */
export interface Redaction {
  readonly id: string;
  readonly own: Telling;
  readonly others: Telling;
}

/**
 * Takes what names a child out of the free texts of the whole school, whoever owns them: a note at a till, a reason at the gate, a file's
 * name. The columns are marked in the database (`COMMENT ON COLUMN … IS 'free text'`).
 */
export async function redactTexts(tx: Tx, { id, own, others }: Redaction): Promise<void> {
  await tx.row(
    `SELECT count(CASE WHEN t.of_students THEN redact_free_texts(t.name, $1, $2) END), count(redact_free_texts(t.name, $3))
     FROM (
       SELECT DISTINCT d.objoid::regclass AS name,
              EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = d.objoid AND a.attname = 'student_id') AS of_students
       FROM pg_description d WHERE d.classoid = 'pg_class'::regclass AND d.description = 'free text'
     ) AS t`,
    [own.sql, id, others.sql],
  );
}
