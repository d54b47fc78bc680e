import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { stopCheckOut as endpoint } from '@mfuko/contract/stopped';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { closeKey, hashInput, type Sealer } from '../../platform/http/idempotency.ts';
import { withdrawExeat } from '../exeats/index.ts';
import { getStudentById } from '../students/index.ts';
import { addException } from './exceptions.ts';
import { enqueueStayed } from './notify-guardians.ts';
import { lockState } from './store.ts';
import { takePassageBack } from './take-back.ts';

/**
 * Stops a check-out whose outcome the guard's device does not know and which the guard did not let happen. Closes the idempotency key,
 * so that nothing is recorded under it any more; a check-out that was recorded is taken back, added to the exceptions, and reported to
 * the guardians who had been notified of it.
 */
export function stopCheckOut(
  call: Call,
  sealer: Sealer,
  { key }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId } = call.actor;
  const inputHash = hashInput(sealer, userId, endpoint.path, { key });
  return call.record(async (tx) => {
    // Waits for a concurrent check-out under the key.
    await closeKey(tx, sealer, { text: key, call: endpoint.path, userId, inputHash });
    const seen = await findOut(tx, key);
    if (!seen) return { outcome: 'void' };
    const { id: eventId, studentId } = seen;
    await lockState(tx, studentId);
    // Reads again under the lock: a concurrent request may have stopped the same check-out.
    const undoneBy = (await findOut(tx, key))?.undoneBy;
    const { admissionNumber, names } = await getStudentById(tx, studentId);
    const whose = { admissionNumber, studentName: names };
    if (undoneBy) return { outcome: 'takenBack', sysid: undoneBy, ...whose };
    const back = await takePassageBack(tx, call, { eventId, studentId, kind: 'out' });
    await withdrawExeat(tx, eventId);
    await addException(tx, {
      kind: 'out-taken-back',
      studentId,
      eventId: back.id,
      recordedBy: userId,
      detail: { since: seen.at.toISOString() },
    });
    await enqueueStayed(tx, { studentId, eventId: back.id, at: back.at });
    return { outcome: 'takenBack', sysid: back.id, ...whose };
  });
}

function findOut(tx: ReadTx, key: string) {
  return tx.row<{ id: string; studentId: string; at: Date; undoneBy: string | null }>(
    `SELECT e.id, e.student_id AS "studentId", e.at, u.id AS "undoneBy" FROM gate_events e
     LEFT JOIN gate_events u ON u.school_id = e.school_id AND u.undoes = e.id
     WHERE e.school_id = $1 AND e.client_key = $2 AND e.kind = 'out'`,
    [tx.schoolId, key],
  );
}
