import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { readAttendance } from '@mfuko/contract/program-calls';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { STANDS } from './undone.ts';

type Row = AnswerOf<typeof readAttendance>;
interface Listed extends Pick<Row, 'admissionNumber' | 'names' | 'className'> {
  readonly firstIn: Date | null;
  readonly lastOut: Date | null;
}

/** Lists the active students with their first check-in and last check-out on one day of the school. */
export async function listAttendance(tx: ReadTx, query: InputOf<typeof readAttendance>): Promise<Page<Row>> {
  const { rows, total } = await readPage<Listed>(tx, query, {
    sql: `SELECT l.id AS sysid, l.admission_number AS "admissionNumber", l.names, l.class_name AS "className",
                 passed."firstIn", passed."lastOut"
          FROM student_list l
          LEFT JOIN (
            SELECT e.student_id, min(e.at) FILTER (WHERE e.kind = 'in') AS "firstIn",
                   max(e.at) FILTER (WHERE e.kind = 'out') AS "lastOut"
            FROM (SELECT id, time_zone, coalesce($2::date, (clock_timestamp() AT TIME ZONE time_zone)::date) AS day
                  FROM schools WHERE id = $1) AS s
            JOIN gate_events e ON e.school_id = s.id AND e.at >= s.day::timestamp AT TIME ZONE s.time_zone
              AND e.at < (s.day + 1)::timestamp AT TIME ZONE s.time_zone
            WHERE e.school_id = $1 AND ${STANDS} GROUP BY e.student_id
          ) AS passed ON passed.student_id = l.id
          WHERE l.school_id = $1 AND l.status = 'active'`,
    counted: `SELECT 1 FROM student_list WHERE school_id = $1 AND status = 'active' AND ($2::date IS NULL OR true)`,
    values: [tx.schoolId, query.day ?? null],
    searched: ['admissionNumber', 'names', 'className'],
    sort: 'admissionNumber',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return {
    total,
    rows: rows.map(({ firstIn, lastOut, ...row }) => ({
      ...row,
      firstIn: firstIn?.toISOString() ?? null,
      lastOut: lastOut?.toISOString() ?? null,
    })),
  };
}
