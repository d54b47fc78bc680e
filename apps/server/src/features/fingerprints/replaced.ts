import { REPLACED_KEPT_DAYS } from '@mfuko/contract/fingerprint-renewal';
import { type Finger, MOST_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notKept } from './errors.ts';
import type { SealedRow } from './vault.ts';

/** SQL over a row of replaced_fingerprints. */
const KEPT = `replaced_at > clock_timestamp() - interval '${REPLACED_KEPT_DAYS} days'`;
/** Columns of an impression, but for its sealed template, which the application's role reads by a function alone. */
const ROW = 'school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at';

/** An impression of a finger with the day from which it counts as there. */
export interface Dated extends SealedRow {
  /** True if it came in, or was put back, so lately that the finger is not to be renewed. */
  readonly fresh: boolean;
}

/** The comparable impressions of a finger, the oldest first. */
export function listOldestFirst(
  tx: ReadTx,
  { keys }: AppContext,
  studentId: string,
  finger: Finger,
  pauseDays: number,
): Promise<Dated[]> {
  return tx.rows(
    `SELECT f.id, f.student_id AS "studentId", s.sealed, s.wrapped,
            coalesce(f.put_back_at, f.enrolled_at) > clock_timestamp() - make_interval(days => $4) AS fresh
     FROM fingerprints f CROSS JOIN LATERAL sealed_templates($5, ARRAY[f.id]) AS s
     WHERE f.school_id = $1 AND f.student_id = $2 AND f.finger = $3 AND f.algorithm = ${ALGORITHM_VERSION}
       AND s.wrapped IS NOT NULL
     ORDER BY f.enrolled_at, f.id`,
    [tx.schoolId, studentId, finger, pauseDays, keys.readingSecret],
  );
}

/** All impressions of a finger, those too that today's algorithm cannot compare. */
export async function listOfFinger(tx: ReadTx, studentId: string, finger: Finger): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM fingerprints WHERE school_id = $1 AND student_id = $2 AND finger = $3 ORDER BY enrolled_at, id',
    [tx.schoolId, studentId, finger],
  );
  return rows.map(({ id }) => id);
}

/** Impressions that come in the place of others: one for one, or all of a finger that is enrolled anew. */
interface Newer {
  readonly newerId: string;
  readonly reenrolledIds: readonly string[] | null;
}

/** Moves impressions aside for newer ones, sealed as they are; answers until when they are kept. */
export async function setAside(
  tx: Tx,
  { keys }: AppContext,
  ids: readonly string[],
  { newerId, reenrolledIds }: Newer,
  by: string,
): Promise<{ readonly until: Date }> {
  const kept = await tx.rows<{ until: Date }>(
    `WITH gone AS (DELETE FROM fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[]) RETURNING ${ROW})
     INSERT INTO replaced_fingerprints (${ROW}, sealed_template, newer_id, anew_ids, replaced_by, replaced_at)
       SELECT ${ROW}, sealed, $3, $4::uuid[], $5, statement_timestamp()
       FROM gone JOIN (SELECT s.id, s.sealed FROM sealed_templates($6, $2::uuid[]) AS s) AS kept USING (id)
     RETURNING replaced_at + interval '${REPLACED_KEPT_DAYS} days' AS until`,
    [tx.schoolId, ids, newerId, reenrolledIds, by, keys.readingSecret],
  );
  const [first] = kept;
  if (!first || kept.length !== ids.length) throw new TypeError('An impression was to be replaced that is not there.');
  return first;
}

/** Replaced impressions that go back together. */
interface Replaced {
  readonly rows: readonly SealedRow[];
  readonly studentId: string;
  readonly finger: Finger;
  /** The impressions that came in their place. */
  readonly newerIds: readonly string[];
  /** True where the finger was enrolled anew. */
  readonly anew: boolean;
}

type ReplacedRow = SealedRow & {
  readonly finger: Finger;
  readonly newerId: string;
  readonly reenrolledIds: string[] | null;
};

/** Reads a replaced impression, with those that were replaced together with it. Throws fingerprint.not-kept where its time is over, or it never was. */
export async function getReplaced(tx: ReadTx, { keys }: AppContext, id: string): Promise<Replaced> {
  const rows = await tx.rows<ReplacedRow>(
    `SELECT r.id, r.student_id AS "studentId", r.finger, r.newer_id AS "newerId", r.anew_ids AS "reenrolledIds",
            s.sealed, s.wrapped
     FROM replaced_fingerprints o
     JOIN replaced_fingerprints r ON r.school_id = o.school_id AND (r.id = o.id OR r.anew_ids = o.anew_ids)
     CROSS JOIN LATERAL sealed_templates($3, ARRAY[r.id]) AS s
     WHERE o.school_id = $1 AND o.id = $2 AND r.algorithm = ${ALGORITHM_VERSION} AND s.wrapped IS NOT NULL
       AND o.replaced_at > clock_timestamp() - interval '${REPLACED_KEPT_DAYS} days'`,
    [tx.schoolId, id, keys.readingSecret],
  );
  const asked = rows.find((row) => row.id === id);
  if (!asked) throw notKept();
  const { studentId, finger, newerId, reenrolledIds } = asked;
  return { rows, studentId, finger, newerIds: reenrolledIds ?? [newerId], anew: reenrolledIds !== null };
}

/**
 * Puts replaced impressions back in the place of the newer ones, which are erased; false where the finger has no room. Of a finger that was enrolled anew
 * nothing of the newer may stay beside them: it may be another finger.
 */
export async function takeBack(
  tx: Tx,
  { keys }: AppContext,
  { rows, studentId, finger, newerIds, anew }: Replaced,
): Promise<boolean> {
  await tx.row('DELETE FROM fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[])', [tx.schoolId, newerIds]);
  const there = await listOfFinger(tx, studentId, finger);
  if (there.length > (anew ? 0 : MOST_IMPRESSIONS - rows.length)) return false;
  const back = await tx.rows(
    `WITH back AS (DELETE FROM replaced_fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[]) RETURNING ${ROW})
     INSERT INTO fingerprints (${ROW}, sealed_template, put_back_at)
       SELECT ${ROW}, sealed, clock_timestamp()
       FROM back JOIN (SELECT s.id, s.sealed FROM sealed_templates($3, $2::uuid[]) AS s) AS kept USING (id)
     RETURNING id`,
    [tx.schoolId, rows.map(({ id }) => id), keys.readingSecret],
  );
  if (back.length !== rows.length) throw new TypeError('An impression was to be put back that is not there.');
  return true;
}

/** Removes impressions whose time to be put back is over. */
export async function dropOldReplaced(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM replaced_fingerprints WHERE school_id = $1 AND NOT ${KEPT}`, [tx.schoolId]);
}
