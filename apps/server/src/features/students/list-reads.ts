import { MAX_UNPROVEN_ROWS } from '@mfuko/contract/endpoint';
import { audit, type Origin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/call.ts';
import { enqueueStaffNotice } from '../../platform/jobs/staff-notice.ts';

/** Night by the school's clock: no office reads lists then. */
const NIGHT = "(NOT (clock_timestamp() AT TIME ZONE s.time_zone)::time BETWEEN '05:00' AND '21:00')";

interface Sum {
  readonly before: number;
  readonly rows: number;
  readonly night: boolean;
  readonly first: boolean;
}

/**
 * Counts the rows of a list of students that a user was answered, over all pages. A count above one class in a day is recorded in the
 * school's history, and again at every doubling; the staff is notified the first time for a user, and at night.
 */
export async function noteListRead(
  tx: Tx,
  origin: Origin,
  { userId, names }: Pick<Actor, 'userId' | 'names'>,
  { path, rows }: { readonly path: string; readonly rows: number },
): Promise<void> {
  if (rows === 0) return;
  const sum = await tx.row<Sum>(
    `INSERT INTO list_reads AS l (school_id, user_id, day, path, rows)
     SELECT s.id, $2, (clock_timestamp() AT TIME ZONE s.time_zone)::date, $3, $4 FROM schools s WHERE s.id = $1
     ON CONFLICT (school_id, user_id, day, path) DO UPDATE SET rows = l.rows + $4
     RETURNING l.rows - $4::int AS before, l.rows,
       (SELECT ${NIGHT} FROM schools s WHERE s.id = $1) AS night,
       NOT EXISTS (SELECT 1 FROM list_reads o WHERE o.school_id = $1 AND o.user_id = $2 AND o.rows > $5
                   AND (o.day, o.path) <> (l.day, l.path)) AS first`,
    [tx.schoolId, userId, path, rows, MAX_UNPROVEN_ROWS],
  );
  if (!sum || classesOf(sum.rows) === classesOf(sum.before)) return;
  const changes = { list: { from: null, to: path }, rows: { from: null, to: sum.rows } };
  await audit(tx, origin, {
    action: 'school.read-list',
    subjectKind: 'school',
    subjectId: tx.schoolId,
    detail: { changes },
  });
  if (sum.before > MAX_UNPROVEN_ROWS || !(sum.first || sum.night)) return;
  await enqueueStaffNotice(tx, {
    kind: 'students.list-read',
    subject: { kind: 'user', id: userId },
    params: { by: names, count: sum.rows },
    knownTo: userId,
    quietSeconds: 12 * 3600,
  });
}

/** Returns 0 up to the size of a class, then one more at every doubling. */
function classesOf(rows: number): number {
  return rows <= MAX_UNPROVEN_ROWS ? 0 : 1 + Math.floor(Math.log2((rows - 1) / MAX_UNPROVEN_ROWS));
}

/** Deletes the counts of more than 400 days ago. */
export async function dropOldListReads(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM list_reads WHERE school_id = $1 AND day < now() - interval '400 days'`, [tx.schoolId]);
}
