import type { Approval } from '@mfuko/contract/limits';
import type { ReadTx } from '../../platform/database/database.ts';

/** Returns the changes of PIN or finger for which the student's cash is on hold, newest first, each with its author. */
export async function cashChanges(tx: ReadTx, studentId: string): Promise<Approval['changes']> {
  const changes = await tx.rows<{ changed: 'pin' | 'finger'; date: Date; by: string | null }>(
    `SELECT split_part(h.means, ':', 1) AS changed, h.since AS date,
            CASE WHEN h.by_user IS NOT NULL THEN coalesce(u.first_name || ' ' || u.last_names, 'Platform') END AS by
     FROM money_holds h JOIN schools s ON s.id = h.school_id
     LEFT JOIN users u ON u.school_id = h.school_id AND u.id = h.by_user
     WHERE h.school_id = $1 AND h.student_id = $2 AND split_part(h.means, ':', 1) IN ('pin', 'finger')
       AND h.since > clock_timestamp() - make_interval(hours => s.hold_after_change_hours)
     ORDER BY h.since DESC`,
    [tx.schoolId, studentId],
  );
  return changes.map(({ date, ...change }) => ({ ...change, date: date.toISOString() }));
}
