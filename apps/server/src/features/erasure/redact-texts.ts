import type { Tx } from '../../platform/database/database.ts';

/**
 * Takes what names a child out of the free texts of the whole school, whoever owns them: a note at a till, a reason at the gate, a file's
 * name. The columns are marked in the database (`COMMENT ON COLUMN … IS 'free text'`), which makes the patterns itself.
 */
export async function redactTexts(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    `SELECT redact_free_texts($1, ARRAY(
       SELECT DISTINCT d.objoid::regclass FROM pg_description d
       WHERE d.classoid = 'pg_class'::regclass AND d.description = 'free text'
     ))`,
    [studentId],
  );
}
