import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { updateStudent as updateCall } from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf } from '../../platform/audit/changes.ts';
import { inHashTurn } from '../../platform/crypto/slow-hash.ts';
import { type ReadTx, type Tx, violatedUnique } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { requireUnchanged } from '../../platform/records/stamp.ts';
import { lockClassShared } from '../schools/index.ts';
import { changeBirthMonth } from './birth-month.ts';
import { detailsOf } from './details.ts';
import { changeDiet } from './diets.ts';
import { admissionNumberTaken, pinEqualsAdmissionNumber, staysFor } from './errors.ts';
import { forgetWrongPins } from './locks.ts';
import { noteNewPins } from './new-pins.ts';
import { refuseWeakPin } from './pin-length.ts';
import { hashPin, isPin } from './prove-pin.ts';
import { deleteBlockers, obviousPins } from './rules.ts';
import { findPinHash, getStudentById, lockStudent, readWhereabouts, type Student } from './store.ts';

type Input = InputOf<typeof updateCall>;

/**
 * Changes the given fields of a student, including class, PIN and status (left or active again). Throws student.not-found,
 * student.weak-pin, student.duplicate, class.not-found, menu.not-found, student.inside and student.aboard.
 */
export async function changeStudent(
  call: Call,
  context: AppContext,
  input: Input,
): Promise<AnswerOf<typeof updateCall>> {
  const pinHash = await preparePin(call, context, input);
  return call.record(async (tx) => {
    const before = await lockStudent(tx, input.sysid);
    await requireUnchanged(input.updated, () => detailsOf(tx, before.id));
    const after = await changed(tx, before, input);
    await write(tx, after);
    const changes = {
      ...changesOf(told(before), told(after)),
      ...(await changeBirthMonth(tx, before.id, input.birthMonth)),
      ...(await changeDiet(tx, before.id, input)),
    };
    const about = { subjectKind: 'student', subjectId: before.id };
    const action = after.status === before.status ? 'update' : after.status === 'left' ? 'leave' : 'return';
    const reason = action === 'leave' && input.override ? { reason: input.override } : {};
    if (Object.keys(changes).length > 0) {
      await audit(tx, call, { ...about, action: `student.${action}`, detail: { ...reason, changes } });
    }
    if (pinHash !== null) {
      if (input.checkPin !== null) await refuseWeakPin(tx, input.checkPin, after.admissionNumber);
      const hadPin = (await findPinHash(tx, before.id)) !== null;
      await tx.row('UPDATE students SET pin_hash = $3, pin_set_by = $4 WHERE school_id = $1 AND id = $2', [
        tx.schoolId,
        before.id,
        pinHash,
        call.actor.userId,
      ]);
      await forgetWrongPins(tx, before.id);
      const set = hadPin ? { changed: [before.id] } : { first: [before.id], tellAll: true };
      await noteNewPins(tx, context, call, set);
      await audit(tx, call, { ...about, action: 'student.pin' });
    }
    return detailsOf(tx, before.id);
  });
}

/** Does the slow work on the PIN before the transaction. Returns the hash of a new PIN; null where the old PIN stays. */
async function preparePin(call: Call, context: AppContext, input: Input): Promise<string | null> {
  const { sysid, checkPin, admissionNumber } = input;
  const { student, oldHash } = await call.read(async (tx) => ({
    student: await getStudentById(tx, sysid),
    oldHash: await findPinHash(tx, sysid),
  }));
  if (checkPin !== null) {
    await call.read((tx) => refuseWeakPin(tx, checkPin, admissionNumber ?? student.admissionNumber));
    return hashPin(context, call.schoolId, sysid, checkPin);
  }
  if (admissionNumber !== undefined && admissionNumber !== student.admissionNumber && oldHash !== null) {
    for (const pin of obviousPins(admissionNumber)) {
      if (await inHashTurn(() => isPin(context, call.schoolId, sysid, oldHash, pin))) throw pinEqualsAdmissionNumber();
    }
  }
  return null;
}

/** Returns the student with the changes applied, after every rule was checked. */
async function changed(tx: Tx, before: Student, input: Input): Promise<Student> {
  const classId = input.classSYSID ?? before.classId;
  const status = input.status ?? before.status;
  const returns = before.status === 'left' && status === 'active';
  // A student who returns needs a class that still exists.
  const asked = classId !== before.classId || returns ? await lockClassShared(tx, classId) : null;
  const admissionNumber = input.admissionNumber ?? before.admissionNumber;
  if (admissionNumber !== before.admissionNumber) await refuseTaken(tx, before.id, admissionNumber);
  if (before.status === 'active' && status === 'left') {
    const whereabouts = await readWhereabouts(tx, before.id);
    const stays = deleteBlockers(whereabouts, input.override !== undefined);
    if (stays !== null) throw staysFor(stays, whereabouts);
  }
  const names = input.names ?? before.names;
  return { id: before.id, admissionNumber, names, classId, className: asked?.name ?? before.className, status };
}

/**
 * Refuses an admission number that another student has. The number of a deleted student is taken too, so that the student can be
 * restored.
 */
async function refuseTaken(tx: ReadTx, id: string, admissionNumber: string): Promise<void> {
  const other = await tx.row<{ deleted: boolean }>(
    `SELECT deleted_at IS NOT NULL AS deleted FROM students WHERE school_id = $1 AND admission_number = $2 AND id <> $3
     ORDER BY deleted_at DESC NULLS FIRST LIMIT 1`,
    [tx.schoolId, admissionNumber, id],
  );
  if (other) throw admissionNumberTaken(admissionNumber, other.deleted);
}

async function write(tx: Tx, { id, admissionNumber, names, classId, status }: Student): Promise<void> {
  try {
    await tx.row(
      `UPDATE students SET admission_number = $3, names = $4, class_id = $5, status = $6,
         left_at = CASE WHEN $6 = 'active' THEN NULL WHEN status = 'active' THEN clock_timestamp() ELSE left_at END
       WHERE school_id = $1 AND id = $2`,
      [tx.schoolId, id, admissionNumber, names, classId, status],
    );
  } catch (error) {
    if (violatedUnique(error) === 'students_admission_number') throw admissionNumberTaken(admissionNumber);
    throw error;
  }
}

function told({ admissionNumber, names, className, status }: Student) {
  return { admissionNumber, names, className, status };
}
