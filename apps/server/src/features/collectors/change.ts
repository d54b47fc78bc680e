import type { addCollector as addCall, setLeavesAlone as aloneCall, Collector } from '@mfuko/contract/collectors';
import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { getStudentById } from '../students/index.ts';
import { collectorNotFound, releaseRefused } from './errors.ts';
import { notifyGuardians } from './notify.ts';
import { erasePhoto, readPhoto, storePhoto } from './photo.ts';
import { isBarred } from './rules.ts';
import { findCollector, insertCollector, type Listed, listOfStudent, lockList, removeListed } from './store.ts';

/**
 * Adds a person to a student's list. Throws student.not-found, collector.blocked if the same person must not collect, and what
 * `readPhoto` throws.
 */
export async function addCollector(
  call: Call,
  context: AppContext,
  input: InputOf<typeof addCall>,
): Promise<Collector> {
  const { studentSYSID: studentId, Photo: file, consent, ...given } = input;
  const photo = await readPhoto(file, consent);
  // A person who must not collect is not asked for consent, and the gate needs no photo to refuse.
  if (photo && given.blockedReason !== null) throw releaseRefused('collector.blocked');
  return call.record(async (tx) => {
    await getStudentById(tx, studentId);
    // Serialises changes of a list; otherwise a block and a permission of the same person could be added concurrently.
    await tx.row('SELECT 1 FROM students WHERE school_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.schoolId, studentId]);
    await lockList(tx, studentId);
    if (given.blockedReason === null && isBarred(await listOfStudent(tx, studentId), given))
      throw releaseRefused('collector.blocked');
    const id = await insertCollector(tx, call.actor.userId, { studentId, ...given });
    if (photo) await storePhoto(tx, context, { id, studentId }, photo, call.actor.userId);
    const blocked = given.blockedReason !== null;
    await audit(tx, call, {
      action: `student.collector-${blocked ? 'blocked' : 'added'}`,
      subjectKind: 'student',
      subjectId: studentId,
      detail: {
        collectorSYSID: id,
        changes: {
          collector: { from: null, to: `${given.name} (${given.relation})` },
          ...(photo ? { photo: { from: null, to: given.name } } : {}),
        },
      },
    });
    await notifyGuardians(tx, context, studentId, blocked ? 'blocked' : 'added', given);
    return shown(await known(tx, id));
  });
}

export async function known(tx: Parameters<typeof findCollector>[0], id: string): Promise<Listed> {
  const found = await findCollector(tx, id);
  if (!found) throw collectorNotFound();
  return found;
}

export function shown({ studentId: _, ...collector }: Listed): Collector {
  return collector;
}

/** Removes a person from a list. Throws collector.not-found, also if another user has removed the person already. */
export function removeCollector(
  call: Call,
  context: AppContext,
  id: string,
): Promise<{ readonly sysid: string; readonly name: string }> {
  return call.record(async (tx) => {
    const collector = await known(tx, id);
    const { studentId, name, relation, blockedReason } = collector;
    await lockList(tx, studentId);
    if (!(await removeListed(tx, id, call.actor.userId))) throw collectorNotFound();
    await erasePhoto(tx, id);
    await audit(tx, call, {
      action: `student.collector-${blockedReason === null ? 'removed' : 'unblocked'}`,
      subjectKind: 'student',
      subjectId: studentId,
      detail: { collectorSYSID: id, changes: { collector: { from: `${name} (${relation})`, to: null } } },
    });
    await notifyGuardians(tx, context, studentId, blockedReason === null ? 'removed' : 'unblocked', collector);
    return { sysid: id, name };
  });
}

/** Sets whether students may leave alone: one student, or all active ones of a class. */
export function setLeavesAlone(
  call: Call,
  context: AppContext,
  { sysid, classSYSID, leavesAlone }: InputOf<typeof aloneCall>,
): Promise<AnswerOf<typeof aloneCall>> {
  return call.record(async (tx) => {
    if (sysid !== undefined) await getStudentById(tx, sysid);
    const asked = `SELECT school_id, id FROM students WHERE school_id = $1 AND deleted_at IS NULL
      AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR class_id = $3 AND status = 'active')`;
    const of = [tx.schoolId, sysid ?? null, classSYSID ?? null];
    const changed = leavesAlone
      ? await tx.rows<{ id: string }>(
          `INSERT INTO leaves_alone (school_id, student_id, set_by) SELECT school_id, id, $4 FROM (${asked} ORDER BY id) s
           ON CONFLICT DO NOTHING RETURNING student_id AS id`,
          [...of, call.actor.userId],
        )
      : await tx.rows<{ id: string }>(
          `DELETE FROM leaves_alone WHERE (school_id, student_id) IN (${asked}) RETURNING student_id AS id`,
          of,
        );
    for (const { id } of changed) {
      await audit(tx, call, {
        action: 'student.leaves-alone',
        subjectKind: 'student',
        subjectId: id,
        detail: { changes: { leavesAlone: { from: !leavesAlone, to: leavesAlone } } },
      });
      if (leavesAlone) await notifyGuardians(tx, context, id, 'alone', null);
    }
    // Locked last, so that the gate does not wait while the rows are written. Passages by the old setting end before the call returns.
    for (const id of changed.map((each) => each.id).sort()) await lockList(tx, id);
    return { students: changed.length };
  });
}
