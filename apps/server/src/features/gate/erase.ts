import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/**
 * Erases the places and override reasons of a student's passages, and the details and notes of exceptions. The passages stay, because
 * the numbers of a day count them.
 */
export async function erasePassages(tx: Tx, { id }: DataSubject): Promise<void> {
  const of = [tx.schoolId, id];
  await tx.row(
    'UPDATE gate_events SET longitude = NULL, latitude = NULL, override_reason = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
  await tx.row(
    `UPDATE gate_exceptions SET detail = '{}', note = CASE WHEN note IS NOT NULL THEN '' END WHERE school_id = $1 AND student_id = $2`,
    of,
  );
  await tx.row(
    'UPDATE gate_states SET kind = NULL, since = NULL, event_id = NULL WHERE school_id = $1 AND student_id = $2',
    of,
  );
}
