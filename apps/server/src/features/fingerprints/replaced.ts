import { REPLACED_KEPT_DAYS } from '@mfuko/contract/fingerprint-renewal';
import { type Finger, MOST_IMPRESSIONS } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import { notKept } from './errors.ts';
import type { SealedRow } from './vault.ts';

/** SQL over a row of replaced_fingerprints. */
const KEPT = `replaced_at > clock_timestamp() - interval '${REPLACED_KEPT_DAYS} days'`;
const ROW =
  'school_id, id, student_id, finger, sealed_template, algorithm, quality, scanner_serial, enrolled_by, enrolled_at';

/** An impression of a finger with the day from which it counts as there. */
export interface Dated extends SealedRow {
  /** True if it came in, or was put back, so lately that the finger is not to be renewed. */
  readonly fresh: boolean;
}

/** The comparable impressions of a finger, the oldest first. */
export function listOldestFirst(tx: ReadTx, studentId: string, finger: Finger, pauseDays: number): Promise<Dated[]> {
  return tx.rows(
    `SELECT f.id, f.student_id AS "studentId", f.sealed_template AS sealed, k.wrapped,
            coalesce(f.put_back_at, f.enrolled_at) > clock_timestamp() - make_interval(days => $4) AS fresh
     FROM fingerprints f JOIN student_keys k ON k.school_id = f.school_id AND k.student_id = f.student_id
     WHERE f.school_id = $1 AND f.student_id = $2 AND f.finger = $3 AND f.algorithm = ${ALGORITHM_VERSION}
     ORDER BY f.enrolled_at, f.id`,
    [tx.schoolId, studentId, finger, pauseDays],
  );
}

/** Moves an impression aside for a newer one, sealed as it is; answers until when it is kept. */
export async function setAside(tx: Tx, id: string, newerId: string, by: string): Promise<Date> {
  const kept = await tx.row<{ until: Date }>(
    `WITH gone AS (DELETE FROM fingerprints WHERE school_id = $1 AND id = $2 RETURNING ${ROW})
     INSERT INTO replaced_fingerprints (${ROW}, newer_id, replaced_by) SELECT ${ROW}, $3, $4 FROM gone
     RETURNING replaced_at + interval '${REPLACED_KEPT_DAYS} days' AS until`,
    [tx.schoolId, id, newerId, by],
  );
  if (!kept) throw new TypeError('An impression was to be replaced that is not there.');
  return kept.until;
}

interface Replaced extends SealedRow {
  readonly finger: Finger;
  readonly newerId: string;
}

/** Reads a replaced impression. Throws fingerprint.not-kept where its time is over, or it never was. */
export async function getReplaced(tx: ReadTx, id: string): Promise<Replaced> {
  const found = await tx.row<Replaced>(
    `SELECT r.id, r.student_id AS "studentId", r.finger, r.newer_id AS "newerId", r.sealed_template AS sealed, k.wrapped
     FROM replaced_fingerprints r JOIN student_keys k ON k.school_id = r.school_id AND k.student_id = r.student_id
     WHERE r.school_id = $1 AND r.id = $2 AND r.algorithm = ${ALGORITHM_VERSION} AND ${KEPT}`,
    [tx.schoolId, id],
  );
  if (!found) throw notKept();
  return found;
}

/** Puts a replaced impression back in the place of the newer one, which is erased; false where the finger has no room for it. */
export async function takeBack(tx: Tx, { id, studentId, finger, newerId }: Replaced): Promise<boolean> {
  await tx.row('DELETE FROM fingerprints WHERE school_id = $1 AND id = $2', [tx.schoolId, newerId]);
  const there = await tx.row<{ count: number }>(
    'SELECT count(*)::int AS count FROM fingerprints WHERE school_id = $1 AND student_id = $2 AND finger = $3',
    [tx.schoolId, studentId, finger],
  );
  if ((there?.count ?? 0) >= MOST_IMPRESSIONS) return false;
  await tx.row(
    `WITH back AS (DELETE FROM replaced_fingerprints WHERE school_id = $1 AND id = $2 RETURNING ${ROW})
     INSERT INTO fingerprints (${ROW}, put_back_at) SELECT ${ROW}, clock_timestamp() FROM back`,
    [tx.schoolId, id],
  );
  return true;
}

/** Removes impressions whose time to be put back is over. */
export async function dropOldReplaced(tx: Tx): Promise<void> {
  await tx.row(`DELETE FROM replaced_fingerprints WHERE school_id = $1 AND NOT ${KEPT}`, [tx.schoolId]);
}
