import { REPLACED_KEPT_DAYS } from '@mfuko/contract/fingerprint-renewal';
import { type Finger, MAX_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { notKept } from './errors.ts';
import type { SealedRow } from './vault.ts';

/** SQL condition for a replaced impression that can still be put back. */
const KEPT = `replaced_at > clock_timestamp() - interval '${REPLACED_KEPT_DAYS} days'`;
/** Columns of an impression without the sealed template, which the application's role can read through a function only. */
const ROW = 'school_id, id, student_id, finger, algorithm, quality, scanner_serial, enrolled_by, enrolled_at';

/** An impression with its freshness. */
export interface Dated extends SealedRow {
  /** True if enrolled or put back so recently that the finger must not be renewed. */
  readonly fresh: boolean;
}

/** Lists a finger's impressions of the current algorithm version, the oldest first. */
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

/** Lists all impressions of a finger, of any algorithm version. */
export async function listOfFinger(tx: ReadTx, studentId: string, finger: Finger): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM fingerprints WHERE school_id = $1 AND student_id = $2 AND finger = $3 ORDER BY enrolled_at, id',
    [tx.schoolId, studentId, finger],
  );
  return rows.map(({ id }) => id);
}

/** Impressions that replace others: one for one, or all of a re-enrolled finger. */
interface Newer {
  readonly newerId: string;
  readonly reenrolledIds: readonly string[] | null;
}

/** Moves impressions to the replaced ones without opening them; returns until when they are kept. */
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
  if (!first || kept.length !== ids.length) throw new TypeError('An impression to replace does not exist.');
  return first;
}

/** Replaced impressions that are put back together. */
interface Replaced {
  readonly rows: readonly SealedRow[];
  readonly studentId: string;
  readonly finger: Finger;
  /** Impressions that replaced them. */
  readonly newerIds: readonly string[];
  /** True if the finger was re-enrolled. */
  readonly anew: boolean;
}

type ReplacedRow = SealedRow & {
  readonly finger: Finger;
  readonly newerId: string;
  readonly reenrolledIds: string[] | null;
};

/** Reads a replaced impression and those replaced together with it. Throws fingerprint.not-kept if it has expired or does not exist. */
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
 * Puts replaced impressions back and erases the newer ones; returns false if the finger has no room. For a re-enrolled finger, no other
 * impression may stay beside the restored ones, since it may be of another finger.
 */
export async function takeBack(
  tx: Tx,
  { keys }: AppContext,
  { rows, studentId, finger, newerIds, anew }: Replaced,
): Promise<boolean> {
  await tx.row('DELETE FROM fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[])', [tx.schoolId, newerIds]);
  const there = await listOfFinger(tx, studentId, finger);
  if (there.length > (anew ? 0 : MAX_IMPRESSIONS - rows.length)) return false;
  const back = await tx.rows(
    `WITH back AS (DELETE FROM replaced_fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[]) RETURNING ${ROW})
     INSERT INTO fingerprints (${ROW}, sealed_template, put_back_at)
       SELECT ${ROW}, sealed, clock_timestamp()
       FROM back JOIN (SELECT s.id, s.sealed FROM sealed_templates($3, $2::uuid[]) AS s) AS kept USING (id)
     RETURNING id`,
    [tx.schoolId, rows.map(({ id }) => id), keys.readingSecret],
  );
  if (back.length !== rows.length) throw new TypeError('An impression to restore does not exist.');
  return true;
}

/** Deletes replaced impressions that have expired. */
export async function dropOldReplaced(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM replaced_fingerprints WHERE school_id = $1 AND NOT ${KEPT}`, [tx.schoolId]);
}
