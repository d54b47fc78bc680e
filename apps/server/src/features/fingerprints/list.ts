import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { type getReplacedImpressions, REPLACED_KEPT_DAYS } from '@mfuko/contract/fingerprint-renewal';
import type * as contract from '@mfuko/contract/fingerprints';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';
import { getStudentById } from '../students/index.ts';

type EnrolledRow = AnswerOf<typeof contract.getFingerprints>;
type ReplacedRow = AnswerOf<typeof getReplacedImpressions>;
type ConsentRow = AnswerOf<typeof contract.getConsents>;

/** Lists a student's enrolled fingers. Throws student.not-found. */
export async function showFingerprints(
  tx: ReadTx,
  query: InputOf<typeof contract.getFingerprints>,
): Promise<Page<EnrolledRow>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<Omit<EnrolledRow, 'dateEnrolled'> & { dateEnrolled: Date }>(tx, query, {
    sql: `SELECT f.finger, count(*)::int AS impressions, max(f.enrolled_at) AS "dateEnrolled",
                 (array_agg(COALESCE(u.first_name || ' ' || u.last_names, 'Platform') ORDER BY f.enrolled_at DESC))[1]
                   AS "enrolledBy"
          FROM fingerprints f LEFT JOIN users u ON u.school_id = f.school_id AND u.id = f.enrolled_by
          WHERE f.school_id = $1 AND f.student_id = $2 GROUP BY f.finger`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['finger'],
    sort: 'dateEnrolled',
    tie: 'finger',
  });
  return {
    total: page.total,
    rows: page.rows.map((row) => ({ ...row, dateEnrolled: row.dateEnrolled.toISOString() })),
  };
}

/** Lists the consents and withdrawals for a student's fingerprints, the newest first. Throws student.not-found. */
export async function showConsents(tx: ReadTx, query: InputOf<typeof contract.getConsents>): Promise<Page<ConsentRow>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<Omit<ConsentRow, 'date'> & { date: Date }>(tx, query, {
    sql: `SELECT said.*, COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "recordedBy"
          FROM (SELECT id AS sysid, purpose, 'given' AS kind, given_by AS by, relation, method,
                       withdrawn_at IS NULL AS standing, recorded_at AS date, recorded_by
                FROM consents WHERE school_id = $1 AND student_id = $2
                UNION ALL
                SELECT id, purpose, 'withdrawn', withdrawn_by, relation, NULL, false, at, recorded_by
                FROM consent_withdrawals WHERE school_id = $1 AND student_id = $2) AS said
          LEFT JOIN users u ON u.school_id = $1 AND u.id = said.recorded_by`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['by'],
    sort: '-date',
    tie: 'sysid',
  });
  return { total: page.total, rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString() })) };
}

/** Lists a student's replaced impressions that can still be put back. Throws student.not-found. */
export async function showReplaced(
  tx: ReadTx,
  query: InputOf<typeof getReplacedImpressions>,
): Promise<Page<ReplacedRow>> {
  await getStudentById(tx, query.studentSYSID);
  const page = await readPage<
    Omit<ReplacedRow, 'date' | 'dateEnrolled' | 'until'> & { date: Date; dateEnrolled: Date; until: Date }
  >(tx, query, {
    // Impressions of a re-enrolled finger are put back together, and therefore form one row.
    sql: `SELECT DISTINCT ON (r.finger, coalesce(r.anew_ids, ARRAY[r.id]))
                 r.id AS sysid, r.finger, r.enrolled_at AS "dateEnrolled", r.replaced_at AS date,
                 (count(*) OVER (PARTITION BY r.finger, coalesce(r.anew_ids, ARRAY[r.id])))::int AS impressions,
                 COALESCE(u.first_name || ' ' || u.last_names, 'Platform') AS "replacedBy",
                 r.replaced_at + interval '${REPLACED_KEPT_DAYS} days' AS until
          FROM replaced_fingerprints r LEFT JOIN users u ON u.school_id = r.school_id AND u.id = r.replaced_by
          WHERE r.school_id = $1 AND r.student_id = $2
            AND r.replaced_at > clock_timestamp() - interval '${REPLACED_KEPT_DAYS} days'
          ORDER BY r.finger, coalesce(r.anew_ids, ARRAY[r.id]), r.algorithm DESC, r.enrolled_at DESC`,
    values: [tx.schoolId, query.studentSYSID],
    searched: ['finger'],
    sort: '-date',
    tie: 'sysid',
  });
  const rows = page.rows.map(({ date, dateEnrolled, until, ...row }) => ({
    ...row,
    dateEnrolled: dateEnrolled.toISOString(),
    date: date.toISOString(),
    until: until.toISOString(),
  }));
  return { total: page.total, rows };
}
