import type { ReadTx, Tx } from '../../platform/database/database.ts';

const DUE = `x.out_at IS NOT NULL AND x.returned_at IS NULL AND x.overdue_at IS NULL AND x.return_by <= $1::timestamptz`;

/** Lists the exeats of all schools that have ended without the student's return and were not reported yet. */
export function dueExeats(tx: ReadTx, now: Date): Promise<{ schoolId: string; id: string }[]> {
  return tx.rows(
    `SELECT x.school_id AS "schoolId", x.id FROM exeats x JOIN schools s ON s.id = x.school_id
     WHERE s.status = 'active' AND s.deleted_at IS NULL AND ${DUE} ORDER BY x.return_by, x.id`,
    [now],
  );
}

/** A student who is not back in time. */
export interface Overdue {
  readonly studentId: string;
  readonly outEvent: string | null;
  readonly returnBy: Date;
  /** In the school's time zone: `27/11 17:00`. */
  readonly deadline: string;
}

/** Marks an exeat as reported; null if it is not due any more, or a concurrent run handles it. */
export async function markOverdue(tx: Tx, id: string, now: Date): Promise<Overdue | null> {
  const due = await tx.row<Overdue>(
    `UPDATE exeats SET overdue_at = clock_timestamp()
     FROM (SELECT x.id, to_char(x.return_by AT TIME ZONE s.time_zone, 'DD/MM HH24:MI') AS deadline
           FROM exeats x JOIN schools s ON s.id = x.school_id
           JOIN students p ON p.school_id = x.school_id AND p.id = x.student_id AND p.status = 'active' AND p.deleted_at IS NULL
           WHERE x.school_id = $2 AND x.id = $3 AND ${DUE} FOR NO KEY UPDATE OF x SKIP LOCKED) AS d
     WHERE exeats.school_id = $2 AND exeats.id = d.id
     RETURNING exeats.student_id AS "studentId", exeats.out_event AS "outEvent", exeats.return_by AS "returnBy", d.deadline`,
    [now, tx.schoolId, id],
  );
  return due ?? null;
}
