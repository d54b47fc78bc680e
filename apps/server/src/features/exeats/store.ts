import type { InputOf } from '@mfuko/contract/endpoint';
import type { Exeat, getExeats } from '@mfuko/contract/exeats';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';

const NAME = (user: string) => `COALESCE(${user}.first_name || ' ' || ${user}.last_names, 'Platform')`;

/** SQL for the exeats of a school; `$1` is the school. */
const EXEATS = `
  SELECT x.id AS sysid, x.student_id AS "studentSYSID", s.admission_number AS "admissionNumber", s.names, c.name AS "className",
         x.leaves_from AS "leavesFrom", x.return_by AS "returnBy", x.reason, x.goes_with AS "goesWith",
         CASE WHEN x.cancelled_at IS NOT NULL THEN 'cancelled'
              WHEN x.returned_at IS NOT NULL THEN 'returned'
              WHEN x.out_at IS NOT NULL AND x.return_by <= clock_timestamp() THEN 'overdue'
              WHEN x.out_at IS NOT NULL THEN 'out'
              WHEN x.return_by <= clock_timestamp() THEN 'unused'
              ELSE 'coming' END AS state,
         ${NAME('g')} AS "grantedBy", x.granted_at AS "dateGranted", x.out_at AS "wentOut", x.returned_at AS returned,
         CASE WHEN x.cancelled_by IS NOT NULL THEN ${NAME('u')} END AS "cancelledBy", x.cancel_reason AS "cancelReason"
  FROM exeats x
  JOIN students s ON s.school_id = x.school_id AND s.id = x.student_id
  JOIN classes c ON c.school_id = s.school_id AND c.id = s.class_id
  LEFT JOIN users g ON g.school_id = x.school_id AND g.id = x.granted_by
  LEFT JOIN users u ON u.school_id = x.school_id AND u.id = x.cancelled_by
  WHERE x.school_id = $1 AND s.deleted_at IS NULL`;

interface Row extends Omit<Exeat, 'leavesFrom' | 'returnBy' | 'dateGranted' | 'wentOut' | 'returned'> {
  readonly leavesFrom: Date;
  readonly returnBy: Date;
  readonly dateGranted: Date;
  readonly wentOut: Date | null;
  readonly returned: Date | null;
}

export async function listExeats(
  tx: ReadTx,
  query: Pick<InputOf<typeof getExeats>, 'pageSize'> & Partial<InputOf<typeof getExeats>>,
): Promise<Page<Exeat>> {
  const { rows, total } = await readPage<Row>(tx, query, {
    sql: `SELECT * FROM (${EXEATS}) AS all_exeats
          WHERE ($2::uuid IS NULL OR "studentSYSID" = $2) AND ($3::text IS NULL OR state = $3) AND ($4::uuid IS NULL OR sysid = $4)`,
    values: [tx.schoolId, query.studentSYSID ?? null, query.state ?? null, query.sysid ?? null],
    searched: ['admissionNumber', 'names', 'className', 'reason'],
    sort: '-leavesFrom',
    digits: ['admissionNumber'],
    natural: ['className'],
    tie: 'sysid',
  });
  return { total, rows: rows.map(asWire) };
}

export async function findExeat(tx: ReadTx, id: string): Promise<Exeat | null> {
  const { rows } = await listExeats(tx, { sysid: id, pageSize: 1 });
  return rows[0] ?? null;
}

function asWire({ leavesFrom, returnBy, dateGranted, wentOut, returned, ...row }: Row): Exeat {
  return {
    ...row,
    leavesFrom: leavesFrom.toISOString(),
    returnBy: returnBy.toISOString(),
    dateGranted: dateGranted.toISOString(),
    wentOut: wentOut?.toISOString() ?? null,
    returned: returned?.toISOString() ?? null,
  };
}

/** Requested times of an exeat in the school's time zone, judged at this moment. */
export interface Standing {
  readonly leavesFrom: Date;
  readonly returnBy: Date;
  readonly over: boolean;
  /** True if another exeat of the student overlaps these times. */
  readonly overlaps: boolean;
}

export async function readStanding(tx: ReadTx, studentId: string, from: string, until: string): Promise<Standing> {
  const standing = await tx.row<Standing>(
    `SELECT asked.*, "returnBy" <= clock_timestamp() AS over,
            EXISTS (SELECT 1 FROM exeats x WHERE x.school_id = $1 AND x.student_id = $2 AND x.cancelled_at IS NULL
              AND x.returned_at IS NULL AND x.leaves_from < "returnBy" AND x.return_by > "leavesFrom") AS overlaps
     FROM (SELECT $3::timestamp AT TIME ZONE time_zone AS "leavesFrom", $4::timestamp AT TIME ZONE time_zone AS "returnBy"
           FROM schools WHERE id = $1) AS asked`,
    [tx.schoolId, studentId, from, until],
  );
  if (!standing) throw new Error('The school of this transaction has no row in schools.');
  return standing;
}

export interface NewExeat extends Pick<Standing, 'leavesFrom' | 'returnBy'> {
  readonly studentId: string;
  readonly reason: string;
  readonly collectorId: string | null;
  readonly goesWith: string | null;
}

export async function insertExeat(tx: Tx, by: string, exeat: NewExeat): Promise<string> {
  const id = newId();
  const { studentId, leavesFrom, returnBy, reason, collectorId, goesWith } = exeat;
  await tx.row(
    `INSERT INTO exeats (school_id, id, student_id, leaves_from, return_by, reason, collector_id, goes_with, granted_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.schoolId, id, studentId, leavesFrom, returnBy, reason, collectorId, goesWith, by],
  );
  return id;
}

/** Cancels an exeat; returns false if it was used, or another user has cancelled it. */
export async function takeBackExeat(tx: Tx, id: string, by: string, reason: string): Promise<boolean> {
  const cancelled = await tx.row(
    `UPDATE exeats SET cancelled_by = $3, cancelled_at = clock_timestamp(), cancel_reason = $4
     WHERE school_id = $1 AND id = $2 AND cancelled_at IS NULL AND out_at IS NULL RETURNING id`,
    [tx.schoolId, id, by, reason],
  );
  return cancelled !== undefined;
}
