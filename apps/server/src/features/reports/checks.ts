import type { CheckRow } from '@mfuko/contract/reports';
import type { ReadTx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

export interface ChecksQuery extends ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly checkTypeSYSID?: '1' | '2' | undefined;
  readonly admissionNumber?: string | undefined;
}

type Listed = Omit<CheckRow, 'date'> & { date: Date };

const CHECKS = `
  SELECT e.id AS sysid, e.at AS date, s.admission_number AS "admissionNumber", s.names AS "studentName", c.name AS class,
         CASE e.kind WHEN 'in' THEN 1 ELSE 2 END AS "checkTypeSYSID",
         COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "checkedBy"
  FROM gate_events e
  JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
  JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  LEFT JOIN users u ON u.school_id = e.school_id AND u.id = e.recorded_by
  WHERE e.school_id = $1 AND s.erased_at IS NULL`;

const WHEN_AND_KIND = `
  AND ($2::timestamptz IS NULL OR e.at >= $2) AND ($3::timestamptz IS NULL OR e.at < $3)
  AND ($4::text IS NULL OR e.kind = $4)`;

/** Counts the same rows from an index alone, without joining students' details: a large school has hundreds of thousands a year. */
const COUNTED = `
  SELECT 1 FROM gate_events e WHERE e.school_id = $1 ${WHEN_AND_KIND}
    AND NOT EXISTS (SELECT 1 FROM students s WHERE s.school_id = $1 AND s.id = e.student_id AND s.erased_at IS NOT NULL) AND ($5::text IS NULL
    OR e.student_id IN (SELECT id FROM students WHERE school_id = $1 AND admission_number = $5))`;

/** Lists passages at the gate, newest first; `from` is inclusive, `to` exclusive. */
export async function listChecks(tx: ReadTx, query: ChecksQuery): Promise<Page<CheckRow>> {
  const page = await readPage<Listed>(tx, query, {
    sql: `${CHECKS} ${WHEN_AND_KIND} AND ($5::text IS NULL OR s.admission_number = $5)`,
    counted: COUNTED,
    values: [
      tx.schoolId,
      query.from ?? null,
      query.to ?? null,
      kindOf(query.checkTypeSYSID),
      query.admissionNumber ?? null,
    ],
    searched: ['admissionNumber', 'studentName', 'class', 'checkedBy'],
    sort: '-date',
    digits: ['admissionNumber'],
    natural: ['class'],
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map(asCheckRow) };
}

/** Returns the latest passages, without the total count of the list. */
export async function latestChecks(tx: ReadTx, most: number): Promise<CheckRow[]> {
  const rows = await tx.rows<Listed>(`${CHECKS} ORDER BY e.at DESC, e.id DESC LIMIT $2`, [tx.schoolId, most]);
  return rows.map(asCheckRow);
}

function asCheckRow(row: Listed): CheckRow {
  return { ...row, date: row.date.toISOString() };
}

function kindOf(checkType: '1' | '2' | undefined): 'in' | 'out' | null {
  if (checkType === undefined) return null;
  return checkType === '1' ? 'in' : 'out';
}
