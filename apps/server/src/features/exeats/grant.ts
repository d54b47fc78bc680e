import type { InputOf } from '@mfuko/contract/endpoint';
import type { cancelExeat as cancelCall, Exeat, grantExeat as grantCall } from '@mfuko/contract/exeats';
import { audit } from '../../platform/audit/audit.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { collectorOf } from '../collectors/index.ts';
import { getStudentById } from '../students/index.ts';
import { exeatIsOver, exeatIsUsed, exeatNotFound, exeatOverlaps } from './errors.ts';
import { findExeat, insertExeat, readStanding, takeBackExeat } from './store.ts';

/** Grants an exeat. Throws student.not-found, exeat.over, exeat.overlap, and what `collectorOf` throws. */
export function grantExeat(call: Call, input: InputOf<typeof grantCall>): Promise<Exeat> {
  const { studentSYSID: studentId, reason, collectorSYSID: collectorId } = input;
  return call.record(async (tx) => {
    await getStudentById(tx, studentId);
    // Serialises grants for a student: two concurrent ones would not see each other's exeat.
    await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.schoolId, studentId]);
    const { over, overlaps, ...times } = await readStanding(tx, studentId, input.leavesFrom, input.returnBy);
    if (over) throw exeatIsOver();
    if (overlaps) throw exeatOverlaps();
    const collector = collectorId === null ? null : await collectorOf(tx, studentId, collectorId);
    const goesWith = collector && `${collector.name} (${collector.relation})`;
    const id = await insertExeat(tx, call.actor.userId, { studentId, ...times, reason, collectorId, goesWith });
    await audit(tx, call, {
      action: 'student.exeat-granted',
      subjectKind: 'student',
      subjectId: studentId,
      detail: {
        exeatSYSID: id,
        reason,
        leavesFrom: times.leavesFrom.toISOString(),
        returnBy: times.returnBy.toISOString(),
      },
    });
    return known(tx, id);
  });
}

/** Cancels an exeat. Throws exeat.not-found, and exeat.used if the student went out on it, or another user has cancelled it. */
export function cancelExeat(call: Call, { sysid, reason }: InputOf<typeof cancelCall>): Promise<Exeat> {
  return call.record(async (tx) => {
    const { studentSYSID } = await known(tx, sysid);
    if (!(await takeBackExeat(tx, sysid, call.actor.userId, reason))) throw exeatIsUsed();
    await audit(tx, call, {
      action: 'student.exeat-cancelled',
      subjectKind: 'student',
      subjectId: studentSYSID,
      detail: { exeatSYSID: sysid, reason },
    });
    return known(tx, sysid);
  });
}

async function known(tx: ReadTx, id: string): Promise<Exeat> {
  const found = await findExeat(tx, id);
  if (!found) throw exeatNotFound();
  return found;
}
