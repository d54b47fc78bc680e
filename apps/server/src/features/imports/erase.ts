import type { NamePattern } from '../../platform/audit/name-pattern.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import type { DataSubject } from '../students/index.ts';
import { openLeftOut } from './left-out.ts';

/**
 * Erases the changes that lists made to a student, and the left-out rows of every list that names the student: whole sheets, since these
 * are kept for only 90 days anyway.
 */
export async function eraseImports(
  tx: Tx,
  context: AppContext,
  child: DataSubject,
  pattern: NamePattern,
): Promise<void> {
  await tx.row(`UPDATE import_rows SET change = '{}' WHERE school_id = $1 AND student_id = $2 AND change <> '{}'`, [
    tx.schoolId,
    child.id,
  ]);
  const kept = await tx.rows<{ batchId: string; sheet: Buffer }>(
    'SELECT batch_id AS "batchId", sheet FROM import_left_out WHERE school_id = $1',
    [tx.schoolId],
  );
  for (const { batchId, sheet } of kept) {
    const { rows } = await readSheet(openLeftOut(tx, context.keys, batchId, sheet), 'left-out.xlsx');
    // Join the cells too, since a name may be split over two.
    const texts = rows.flatMap(({ cells }) => [...cells, cells.join(' ')]);
    if (texts.some((text) => text === child.admissionNumber || text.includes(child.names) || pattern.names(text)))
      await tx.row('DELETE FROM import_left_out WHERE school_id = $1 AND batch_id = $2', [tx.schoolId, batchId]);
  }
}
