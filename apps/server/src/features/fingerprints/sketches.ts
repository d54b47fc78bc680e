import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { openSealed, type SealedRow, sealForStudent, sealUnder } from './vault.ts';

/** Sketches that are kept of a student's used pictures, the newest ones, besides those of the enrolment. */
export const MAX_SKETCHES = 24;

/** Packed sketches of a student's used pictures, with their ids. */
export interface Sketches {
  readonly ids: readonly string[];
  readonly packed: Uint8Array[];
}

/** Reads the sketches of the pictures that a student has used. */
export async function readSketches(tx: ReadTx, context: AppContext, studentId: string): Promise<Sketches> {
  const rows = await tx.prepared<SealedRow>(
    'list-sketches',
    `SELECT s.id, $2::uuid AS "studentId", s.sealed, k.wrapped
     FROM student_key($1, $2) AS k(wrapped) CROSS JOIN sealed_sketches($1, $2, '{}') AS s WHERE k.wrapped IS NOT NULL`,
    [context.keys.readingSecret, studentId],
  );
  const opened = await openSealed(tx, context, 'sketch', rows);
  return { ids: rows.map(({ id }) => id), packed: opened.map(({ bytes }) => bytes) };
}

/**
 * Stores the sketch of a picture that is being used, and deletes the oldest beyond MAX_SKETCHES. `key` is the student's; null if there
 * is none yet.
 */
export async function keepSketch(
  tx: Tx,
  context: AppContext,
  studentId: string,
  packed: Uint8Array,
  { enrolled, key }: { readonly enrolled: boolean; readonly key: Buffer | null },
): Promise<void> {
  const id = newId();
  const sealed = await (key === null
    ? sealForStudent(tx, context, 'sketch', studentId, id, packed)
    : sealUnder(tx, context, key, 'sketch', studentId, id, packed));
  await tx.prepared('keep-sketch', 'SELECT keep_sketch($1, $2, $3, $4, $5, $6)', [
    ...[tx.schoolId, id, studentId, enrolled, sealed, MAX_SKETCHES],
  ]);
}
