import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import {
  FAILING_DAYS,
  FAILING_MISSES,
  FAILING_PERCENT,
  type reenrolment,
  YEARLY_UNDER,
} from '@mfuko/contract/reenrolment';
import type { ReadTx } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/lists.ts';
import type { Page } from '../../platform/http/call.ts';

type Row = AnswerOf<typeof reenrolment>;

const LATELY = `clock_timestamp() - interval '${FAILING_DAYS} days'`;

/**
 * Students to enrol again; `$1` is the school. Misses are read first, since they are few: matches are counted only for students with
 * misses.
 */
const ROWS = `
  WITH misses AS (
    SELECT subject_id, at, action FROM audit_events
    WHERE school_id = $1 AND at > ${LATELY} AND action IN ('fingerprint.no-match', 'fingerprint.not-renewed')
  ), enrolled AS (
    SELECT s.id, s.admission_number, s.names, s.class_id, s.birth_month, f.newest,
           extract(year FROM age(now() AT TIME ZONE c.time_zone, s.birth_month))::int AS age
    FROM students s JOIN schools c ON c.id = s.school_id
    CROSS JOIN LATERAL (SELECT max(enrolled_at) AS newest FROM fingerprints f
                        WHERE f.school_id = $1 AND f.student_id = s.id) AS f
    WHERE s.school_id = $1 AND s.status = 'active' AND s.deleted_at IS NULL AND f.newest IS NOT NULL
      AND (s.birth_month > now() - interval '${YEARLY_UNDER + 1} years' OR s.id IN (SELECT subject_id FROM misses))
  ), watched AS (
    SELECT e.*, (SELECT count(*)::int FROM misses m
                 WHERE m.subject_id = e.id AND m.action = 'fingerprint.no-match' AND m.at > e.newest) AS misses,
           EXISTS (SELECT 1 FROM misses m
                   WHERE m.subject_id = e.id AND m.action = 'fingerprint.not-renewed' AND m.at > e.newest) AS not_renewed
    FROM enrolled e
  ), tried AS (
    SELECT w.*, w.misses + CASE WHEN w.misses > 0 THEN (
             (SELECT count(*) FROM gate_events g WHERE g.school_id = $1 AND g.student_id = w.id AND g.method = 'fingerprint'
               AND g.at > greatest(w.newest, ${LATELY}))
             + (SELECT count(*) FROM bus_events g WHERE g.school_id = $1 AND g.student_id = w.id AND g.method = 'fingerprint'
               AND g.at > greatest(w.newest, ${LATELY}))
             + (SELECT count(*) FROM meals g WHERE g.school_id = $1 AND g.student_id = w.id AND g.method = 'fingerprint'
               AND g.at > greatest(w.newest, ${LATELY})))::int ELSE 0 END AS tries FROM watched w
  ), judged AS (
    SELECT t.*, array_remove(ARRAY[
      CASE WHEN t.age < ${YEARLY_UNDER} AND t.newest < now() - interval '1 year' THEN 'yearly' END,
      CASE WHEN t.misses >= ${FAILING_MISSES} AND t.misses * 100 >= t.tries * ${FAILING_PERCENT} THEN 'failing' END,
      CASE WHEN t.not_renewed THEN 'not-renewed' END], NULL) AS reasons FROM tried t
  )
  SELECT j.id AS sysid, j.admission_number AS "admissionNumber", j.names, k.name AS class, j.reasons, j.age,
         j.newest AS "dateEnrolled", j.tries, j.misses
  FROM judged j JOIN classes k ON k.school_id = $1 AND k.id = j.class_id
  WHERE cardinality(j.reasons) > 0`;

/** Lists the students whose fingers should be enrolled again. */
export async function listReenrolment(tx: ReadTx, query: InputOf<typeof reenrolment>): Promise<Page<Row>> {
  const page = await readPage<Omit<Row, 'dateEnrolled'> & { dateEnrolled: Date }>(tx, query, {
    sql: `SELECT * FROM (${ROWS}) AS r WHERE $2::text IS NULL OR $2 = ANY(r.reasons)`,
    values: [tx.schoolId, query.reason ?? null],
    searched: ['names', 'admissionNumber', 'class'],
    digits: ['admissionNumber'],
    natural: ['class'],
    sort: 'names',
    tie: 'sysid',
  });
  const rows = page.rows.map((row) => ({ ...row, dateEnrolled: row.dateEnrolled.toISOString() }));
  return { total: page.total, rows };
}

/** Counts the students whose fingers should be enrolled again, for the to-do list. */
export async function countReenrolment(tx: ReadTx): Promise<number> {
  const [found] = await tx.prepared<{ count: number }>(
    'count-reenrolment',
    `SELECT count(*)::int AS count FROM (${ROWS}) AS r`,
    [tx.schoolId],
  );
  return found?.count ?? 0;
}
