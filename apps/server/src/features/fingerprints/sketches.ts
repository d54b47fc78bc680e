import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { openSealed, type SealedRow, sealForStudent } from './vault.ts';

/** Pictures of a student that are remembered, beside those of the enrolment: the ones that were used last. */
export const MOST_SKETCHES = 24;

/** Sketches of a student's used pictures, packed, and which they are. */
export interface Sketches {
  readonly ids: readonly string[];
  readonly packed: Uint8Array[];
}

/** Reads the sketches of the pictures that a student has used, but for those that are known already. */
export async function readSketches(
  tx: ReadTx,
  context: AppContext,
  studentId: string,
  known: readonly string[] = [],
): Promise<Sketches> {
  const rows = await tx.prepared<SealedRow>(
    'list-sketches',
    `SELECT s.id, s.student_id AS "studentId", s.sealed, k.wrapped
     FROM picture_sketches s JOIN student_keys k ON k.school_id = s.school_id AND k.student_id = s.student_id
     WHERE s.school_id = $1 AND s.student_id = $2 AND NOT s.id = ANY($3::uuid[])
     ORDER BY s.made_at, s.id`,
    [tx.schoolId, studentId, known],
  );
  const opened = await openSealed(tx, context, 'sketch', rows);
  return { ids: rows.map(({ id }) => id), packed: opened.map(({ bytes }) => bytes) };
}

/** Of two copies that are used at the same moment the second waits here, and then finds the first. */
export async function lockSketches(tx: Tx, studentId: string): Promise<void> {
  await tx.prepared('lock-sketches', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `sketches:${tx.schoolId}:${studentId}`,
  ]);
}

/** Keeps the sketch of a picture that is being used, and drops the oldest that are too many. */
export async function keepSketch(
  tx: Tx,
  context: AppContext,
  studentId: string,
  packed: Uint8Array,
  enrolled: boolean,
): Promise<void> {
  const id = newId();
  const sealed = await sealForStudent(tx, context, 'sketch', studentId, id, packed);
  await tx.prepared(
    'keep-sketch',
    'INSERT INTO picture_sketches (school_id, id, student_id, enrolled, sealed) VALUES ($1, $2, $3, $4, $5)',
    [tx.schoolId, id, studentId, enrolled, sealed],
  );
  await tx.prepared(
    'drop-sketches',
    `DELETE FROM picture_sketches WHERE school_id = $1 AND id IN (
       SELECT id FROM picture_sketches WHERE school_id = $1 AND student_id = $2 AND NOT enrolled
       ORDER BY made_at DESC, id DESC OFFSET ${MOST_SKETCHES})`,
    [tx.schoolId, studentId],
  );
}
