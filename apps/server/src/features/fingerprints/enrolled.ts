import type { Finger } from '@mfuko/contract/fingerprints';
import { ALGORITHM_VERSION } from '@mfuko/fingerprint/template/template';
import type { ReadTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { SealedRow } from './vault.ts';

/** Selects the school's impressions of the current algorithm version, opened through `sealed_templates`. */
const SEALED = `
  SELECT f.id, f.student_id AS "studentId", f.finger, s.sealed, s.wrapped
  FROM fingerprints f CROSS JOIN LATERAL sealed_templates($2, ARRAY[f.id]) AS s
  WHERE f.school_id = $1 AND f.algorithm = ${ALGORITHM_VERSION} AND s.wrapped IS NOT NULL`;

export interface EnrolledFinger extends SealedRow {
  readonly finger: Finger;
}

/** Lists a student's impressions of the current algorithm version. */
export function listFingerprints(tx: ReadTx, { keys }: AppContext, studentId: string): Promise<EnrolledFinger[]> {
  return tx.prepared('list-fingerprints', `${SEALED} AND f.student_id = $3 ORDER BY f.id`, [
    ...[tx.schoolId, keys.readingSecret, studentId],
  ]);
}

/** Lists impressions by id, hundreds at a time, with one call of `sealed_templates` for all. */
export function listFingerprintsById(
  tx: ReadTx,
  { keys }: AppContext,
  ids: readonly string[],
): Promise<EnrolledFinger[]> {
  return tx.rows(
    `SELECT f.id, f.student_id AS "studentId", f.finger, s.sealed, s.wrapped
     FROM sealed_templates($2, $3::uuid[]) AS s JOIN fingerprints f ON f.school_id = $1 AND f.id = s.id
     WHERE f.algorithm = ${ALGORITHM_VERSION} AND s.wrapped IS NOT NULL`,
    [tx.schoolId, keys.readingSecret, ids],
  );
}

/** Lists the impressions of deleted students, who may be restored with their fingers. */
export function listFingerprintsOfDeleted(tx: ReadTx, { keys }: AppContext): Promise<EnrolledFinger[]> {
  return tx.rows(
    `${SEALED} AND f.student_id IN (SELECT id FROM students WHERE school_id = $1 AND deleted_at IS NOT NULL)`,
    [tx.schoolId, keys.readingSecret],
  );
}
