import type { Tx } from '../../platform/database/database.ts';
import type { DataSubject } from '../students/index.ts';

/** Erases where and why a student passed the gate, and what was written of exceptions. The passages stay, as numbers of a day. */
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
