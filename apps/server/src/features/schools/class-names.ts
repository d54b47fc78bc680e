import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { SchoolClass } from './classes.ts';

/** Lists all classes of the school. */
export function listClassNames(tx: ReadTx): Promise<SchoolClass[]> {
  return tx.rows<SchoolClass>('SELECT id, name FROM classes WHERE school_id = $1 AND deleted_at IS NULL ORDER BY id', [
    tx.schoolId,
  ]);
}

/** Deletes those of the classes that have no students: classes that were created for a list which is undone. */
export async function hideEmptyClasses(tx: Tx, call: Call, ids: readonly string[]): Promise<void> {
  await tx.rows('SELECT id FROM classes WHERE school_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE', [
    tx.schoolId,
    ids,
  ]);
  const hidden = await tx.rows<SchoolClass>(
    `UPDATE classes c SET deleted_at = clock_timestamp()
     WHERE c.school_id = $1 AND c.id = ANY($2) AND c.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM students s WHERE s.school_id = c.school_id AND s.class_id = c.id AND s.deleted_at IS NULL)
     RETURNING c.id, c.name`,
    [tx.schoolId, ids],
  );
  for (const { id, name } of hidden) {
    const detail = { className: name, imported: true };
    await audit(tx, call, { action: 'class.delete', subjectKind: 'class', subjectId: id, detail });
  }
}
