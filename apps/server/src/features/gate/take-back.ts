import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { GateKind } from './rules.ts';
import { insertEvent } from './store.ts';
import { STANDS } from './undone.ts';

/**
 * Takes back a passage with a second passage that undoes the first; the caller has locked the student's state. Restores the state as it
 * is without the passage, and settles the exceptions that the passage had raised.
 */
export async function takePassageBack(
  tx: Tx,
  call: Call,
  { eventId, studentId, kind }: { readonly eventId: string; readonly studentId: string; readonly kind: GateKind },
): Promise<{ id: string; at: Date }> {
  const back = await insertEvent(tx, {
    studentId,
    kind: kind === 'in' ? 'out' : 'in',
    method: 'attested',
    recordedBy: call.actor.userId,
    overrideReason: null,
    place: call.place,
    scannerSerial: null,
    undoes: eventId,
  });
  await restoreState(tx, studentId);
  await settleOf(tx, call, eventId);
  await audit(tx, call, {
    action: `gate.${kind}.taken-back`,
    subjectKind: 'student',
    subjectId: studentId,
    detail: { eventSYSID: eventId },
  });
  return back;
}

/** Sets the state to the student's last passage that was not taken back. */
async function restoreState(tx: Tx, studentId: string): Promise<void> {
  await tx.row(
    `UPDATE gate_states g SET (kind, since, event_id) = (
       SELECT e.kind, e.at, e.id FROM gate_events e
       WHERE e.school_id = $1 AND e.student_id = $2 AND ${STANDS}
       ORDER BY e.at DESC, e.id DESC LIMIT 1)
     WHERE g.school_id = $1 AND g.student_id = $2`,
    [tx.schoolId, studentId],
  );
}

async function settleOf(tx: Tx, call: Call, eventId: string): Promise<void> {
  await tx.row(
    `UPDATE gate_exceptions SET settled_by = $3, settled_at = clock_timestamp(), note = 'Taken back at the gate'
     WHERE school_id = $1 AND event_id = $2 AND settled_at IS NULL`,
    [tx.schoolId, eventId, call.actor.userId],
  );
}
