import type { Tx } from '../../platform/database/database.ts';

/**
 * Removes texts that name a child from the free-text columns of the whole school, whoever wrote them: a note at a till, a reason at the
 * gate, a file name. The columns are marked in the database (`COMMENT ON COLUMN … IS 'free text'`), which also builds the patterns.
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
