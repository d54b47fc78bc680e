import type { Look } from '@mfuko/contract/looks';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { type ListQuery, readPage } from '../../platform/database/lists.ts';
import type { Actor, Page } from '../../platform/http/call.ts';

/** A student's record as a call identifies it. */
export interface Opened {
  readonly sysid?: string | undefined;
  readonly admissionNumber?: string | undefined;
}

/** Stores that a user has opened a student's record: one row for each user and school day. */
export async function noteRecordAccess(
  tx: Tx,
  { userId, names, role }: Actor,
  { sysid, admissionNumber }: Opened,
): Promise<void> {
  await tx.row(
    `INSERT INTO student_access_log AS l (school_id, student_id, user_id, day, names, role)
     SELECT s.school_id, s.id, $2, (clock_timestamp() AT TIME ZONE z.time_zone)::date, $3, $4
     FROM students s JOIN schools z ON z.id = s.school_id
     WHERE s.school_id = $1 AND s.erased_at IS NULL AND s.deleted_at IS NULL
       AND CASE WHEN $5::uuid IS NULL THEN s.admission_number = $6 ELSE s.id = $5 END
     ON CONFLICT (school_id, student_id, user_id, day) DO UPDATE SET times = l.times + 1, last_at = clock_timestamp()`,
    [tx.schoolId, userId, names, role, sysid ?? null, admissionNumber ?? null],
  );
}

type Found = Omit<Look, 'date'> & { date: Date };

/** Lists who has opened a student's record, newest first. */
export async function listRecordAccesses(
  tx: ReadTx,
  { sysid, ...query }: ListQuery & { sysid: string },
): Promise<Page<Look>> {
  const page = await readPage<Found>(tx, query, {
    sql: `SELECT user_id || ':' || day AS sysid, names, role, times, last_at AS date FROM student_access_log
          WHERE school_id = $1 AND student_id = $2`,
    values: [tx.schoolId, sysid],
    searched: ['names'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString() })) };
}

/** Deletes rows of more than 400 days ago. */
export async function dropOldRecordAccesses(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM student_access_log WHERE school_id = $1 AND day < now() - interval '400 days'`, [
    tx.schoolId,
  ]);
}
