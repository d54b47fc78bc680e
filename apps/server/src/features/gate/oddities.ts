import type { Tx } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';

export interface NewOddity {
  /** In the words of the feature that raises it: `in-overridden`, `off-without-on`. */
  readonly kind: string;
  readonly studentId: string;
  readonly eventId: string | null;
  /** Never a PIN, fingerprint or phone number. */
  readonly detail?: Record<string, unknown>;
}

/** Puts something on the list that a person clears, in the transaction of what it tells. Returns its id. */
export async function addOddity(tx: Tx, oddity: NewOddity): Promise<string> {
  const id = newId();
  await tx.row(
    'INSERT INTO oddities (school_id, id, kind, student_id, event_id, detail) VALUES ($1, $2, $3, $4, $5, $6)',
    [tx.schoolId, id, oddity.kind, oddity.studentId, oddity.eventId, JSON.stringify(oddity.detail ?? {})],
  );
  return id;
}
