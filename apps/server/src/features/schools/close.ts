import { audit, type Origin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endSessionsOfSchool } from '../session/index.ts';

/**
 * Closes the transaction's school, which moves to another installation: nobody is admitted, not even Admins, and nothing can be recorded
 * until the school is opened again. Waits for payments and passages that are under way. Returns the time since which the school is
 * closed.
 */
export async function closeSchool(tx: Tx, by: Origin): Promise<Date> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('school:' || $1, 0))`, [tx.schoolId]);
  const closed = await tx.row(
    `UPDATE schools SET closed_at = clock_timestamp(), closed_status = status, status = 'suspended'
     WHERE id = $1 AND closed_at IS NULL RETURNING 1 AS one`,
    [tx.schoolId],
  );
  if (closed) {
    await endSessionsOfSchool(tx);
    await audit(tx, by, { action: 'school.close', subjectKind: 'school', subjectId: tx.schoolId });
  }
  const row = await tx.row<{ since: Date | null }>('SELECT closed_at AS since FROM schools WHERE id = $1', [
    tx.schoolId,
  ]);
  if (!row?.since) throw new TypeError('The school has no row in schools.');
  return row.since;
}

/** Opens a closed school again in its former status, active or suspended. Returns false where the school is not closed. */
export async function openSchool(tx: Tx, by: Origin): Promise<boolean> {
  const opened = await tx.row(
    `UPDATE schools SET closed_at = NULL, closed_status = NULL, status = closed_status
     WHERE id = $1 AND closed_at IS NOT NULL RETURNING 1 AS one`,
    [tx.schoolId],
  );
  if (!opened) return false;
  await audit(tx, by, { action: 'school.open', subjectKind: 'school', subjectId: tx.schoolId });
  return true;
}
