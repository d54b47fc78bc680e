import { createHash } from 'node:crypto';
import type { Finger } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import type { ReadTx, Tx } from '../../platform/database/database.ts';

/** Locks the school's enrolments and erasures, or the same finger could be enrolled for two students concurrently. */
export async function lockEnrolments(tx: Tx): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`enrolment:${tx.schoolId}`]);
}

/**
 * Erases a student's impressions, replaced ones included, the sketches of used pictures and the key that opens every copy; returns
 * their ids.
 */
export async function eraseFingerprints(tx: Tx, studentId: string): Promise<string[]> {
  const erased = await tx.rows<{ id: string }>(
    'DELETE FROM fingerprints WHERE school_id = $1 AND student_id = $2 RETURNING id',
    [tx.schoolId, studentId],
  );
  const replaced = await tx.rows<{ id: string }>(
    'DELETE FROM replaced_fingerprints WHERE school_id = $1 AND student_id = $2 RETURNING id',
    [tx.schoolId, studentId],
  );
  await tx.row('DELETE FROM picture_sketches WHERE school_id = $1 AND student_id = $2', [tx.schoolId, studentId]);
  await tx.row('DELETE FROM student_keys WHERE school_id = $1 AND student_id = $2', [tx.schoolId, studentId]);
  return [...erased, ...replaced].map(({ id }) => id);
}

/** Locks the students of these impressions until the transaction ends, so that a concurrent restore waits. */
export async function lockOwnersShared(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(
    `SELECT id FROM students WHERE school_id = $1
       AND id IN (SELECT student_id FROM fingerprints WHERE school_id = $1 AND id = ANY($2::uuid[]))
     ORDER BY id FOR SHARE`,
    [tx.schoolId, ids],
  );
}

/**
 * Deletes impressions of deleted students, each with all impressions of that finger, since some of them may be too poor to match.
 * Returns the ids of those students.
 */
export async function takeFromDeleted(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const taken = await tx.rows<{ student: string; finger: string }>(
    `DELETE FROM fingerprints f USING students s
     WHERE f.school_id = $1 AND s.school_id = f.school_id AND s.id = f.student_id AND s.deleted_at IS NOT NULL
       AND (f.student_id, f.finger) IN (
         SELECT k.student_id, k.finger FROM fingerprints k WHERE k.school_id = $1 AND k.id = ANY($2::uuid[]))
     RETURNING f.student_id AS student, f.finger`,
    [tx.schoolId, ids],
  );
  for (const { student, finger } of taken)
    await tx.row('DELETE FROM replaced_fingerprints WHERE school_id = $1 AND student_id = $2 AND finger = $3', [
      tx.schoolId,
      student,
      finger,
    ]);
  return [...new Set(taken.map(({ student }) => student))];
}

export interface NewFingerprint {
  readonly id: string;
  readonly studentId: string;
  readonly finger: Finger;
  readonly sealed: Buffer;
  readonly quality: number;
  readonly scannerSerial: string | null;
  readonly enrolledBy: string;
}

export async function insertFingerprint(tx: Tx, row: NewFingerprint): Promise<void> {
  await tx.row(
    `INSERT INTO fingerprints (school_id, id, student_id, finger, sealed_template, algorithm, quality, scanner_serial, enrolled_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.schoolId,
      row.id,
      row.studentId,
      row.finger,
      row.sealed,
      ALGORITHM_VERSION,
      row.quality,
      row.scannerSerial,
      row.enrolledBy,
    ],
  );
}

// Deleted students are not part of the roster: they are neither identified nor reported as duplicates (see
// `listFingerprintsOfDeleted`).
const ROSTER = `
  FROM fingerprints f JOIN students s ON s.school_id = f.school_id AND s.id = f.student_id
  WHERE f.school_id = $1 AND f.algorithm = ${ALGORITHM_VERSION} AND s.deleted_at IS NULL`;
const ACTIVE = `(s.status = 'active')`;

/** Computes the stamp that `readRosterStamp` returns for a school with exactly these rows. */
export function stampOf(rows: readonly RosterRow[]): string {
  return createHash('sha256')
    .update(rows.map(({ id, active }) => `${id}${active}`).join(','))
    .digest('hex');
}

/**
 * Reads the roster's stamp, which changes with every impression that is added or removed and with every student who leaves, is deleted,
 * or returns.
 */
export async function readRosterStamp(tx: ReadTx): Promise<string> {
  const found = await tx.row<{ stamp: string }>(
    `SELECT encode(sha256(convert_to(coalesce(string_agg(f.id::text || ${ACTIVE}::text, ',' ORDER BY f.id), ''), 'UTF8')), 'hex')
       AS stamp ${ROSTER}`,
    [tx.schoolId],
  );
  return found?.stamp ?? '';
}

export interface RosterRow {
  readonly id: string;
  readonly studentId: string;
  readonly active: boolean;
}

/** Lists every impression of the current algorithm version with its student, except those of deleted students. */
export function listRoster(tx: ReadTx): Promise<RosterRow[]> {
  return tx.rows(`SELECT f.id, f.student_id AS "studentId", ${ACTIVE} AS active ${ROSTER} ORDER BY f.id`, [
    tx.schoolId,
  ]);
}
