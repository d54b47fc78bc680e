import type { InputOf } from '@mfuko/contract/endpoint';
import type { Erasure, eraseStudent, rejectErase } from '@mfuko/contract/erasure';
import type { NewNotice } from '@mfuko/contract/notices';
import { audit } from '../../platform/audit/audit.ts';
import { violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newId } from '../../platform/records/id.ts';
import { notifyStaff, settleNotice } from '../notices/index.ts';
import { lockDataSubject } from '../students/index.ts';
import { readBlockers } from './blockers.ts';
import { eraseBlocked, erasureUnderWay } from './errors.ts';
import { readErasure } from './store.ts';

/**
 * Requests the erasure of a student's data. The reason is stored in the request, which is erased too; the audit log does not contain
 * it. Throws student.not-found, erase.blocked with every reason, erase.under-way.
 */
export async function propose(call: Call, { sysid, reason }: InputOf<typeof eraseStudent>): Promise<Erasure> {
  const { actor } = call;
  return call.record(async (tx) => {
    const { id: studentId, admissionNumber, names } = await lockDataSubject(tx, sysid);
    const blockers = await readBlockers(tx, studentId);
    if (blockers.length > 0) throw eraseBlocked(blockers);
    const id = newId();
    try {
      await tx.row('INSERT INTO erasures (school_id, id, student_id, reason, by_user) VALUES ($1, $2, $3, $4, $5)', [
        tx.schoolId,
        id,
        studentId,
        reason,
        actor.userId,
      ]);
    } catch (error) {
      if (violatedUnique(error) === 'erasures_open') throw erasureUnderWay();
      throw error;
    }
    await audit(tx, call, { action: 'student.erase-proposed', subjectKind: 'student', subjectId: studentId });
    const notice: NewNotice = {
      kind: 'erase.proposed',
      subject: { kind: 'student', id: admissionNumber },
      params: { by: actor.names, names, admissionNumber },
      knownTo: actor.userId,
    };
    await notifyStaff(tx, notice, id);
    return readErasure(tx, id, actor.userId);
  });
}

/** Rejects a request, or withdraws the user's own. Throws erase.not-found. */
export async function reject(call: Call, { sysid }: InputOf<typeof rejectErase>): Promise<Erasure> {
  return call.record(async (tx) => {
    const asked = await readErasure(tx, sysid, call.actor.userId);
    // Locked before the request, in the same order as an approval.
    await lockDataSubject(tx, asked.studentSYSID);
    const erasure = await readErasure(tx, sysid, call.actor.userId);
    await tx.row(
      `UPDATE erasures SET decision = 'rejected', decided_by = $3, decided_at = clock_timestamp() WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, erasure.sysid, call.actor.userId],
    );
    await settleNotice(tx, erasure.sysid);
    await audit(tx, call, {
      action: 'student.erase-rejected',
      subjectKind: 'student',
      subjectId: erasure.studentSYSID,
    });
    return erasure;
  });
}
