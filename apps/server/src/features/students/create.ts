import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { createStudent as createStudentCall } from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { newId } from '../../platform/records/id.ts';
import { lockClassShared } from '../schools/index.ts';
import { changeBirthMonth } from './birth-month.ts';
import { changeDiet } from './diets.ts';
import { admissionNumberTaken } from './errors.ts';
import { refuseWeakPin } from './pin-length.ts';
import { hashPin } from './prove-pin.ts';
import type { Student } from './store.ts';

export interface NewStudent {
  /** Id, created by the caller, since the PIN's hash is bound to it. */
  readonly id: string;
  readonly admissionNumber: string;
  readonly names: string;
  readonly classId: string;
  /** From `hashPin`; null for a student without a PIN. */
  readonly pinHash: string | null;
  /** Id of the user who typed the PIN; undefined where nobody did. */
  readonly pinSetBy?: string;
}

/** Adds an active student. Throws class.not-found and student.duplicate. */
export async function addStudent(tx: Tx, student: NewStudent): Promise<Student & { readonly createdAt: Date }> {
  const { id, admissionNumber, names, classId } = student;
  const schoolClass = await lockClassShared(tx, classId);
  const added = await tx.row<{ created_at: Date }>(
    `INSERT INTO students (school_id, id, admission_number, names, class_id, pin_hash, pin_set_by) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (school_id, admission_number) WHERE deleted_at IS NULL DO NOTHING RETURNING created_at`,
    [tx.schoolId, id, admissionNumber, names, classId, student.pinHash, student.pinSetBy ?? null],
  );
  if (!added) throw admissionNumberTaken(admissionNumber);
  return {
    id,
    admissionNumber,
    names,
    classId,
    className: schoolClass.name,
    status: 'active',
    createdAt: added.created_at,
  };
}

/** Adds a student on behalf of the office. Throws student.weak-pin, class.not-found, menu.not-found, student.duplicate. */
export async function createStudent(
  call: Call,
  context: AppContext,
  input: InputOf<typeof createStudentCall>,
): Promise<AnswerOf<typeof createStudentCall>> {
  const { admissionNumber, names, classSYSID: classId, checkPin } = input;
  if (checkPin !== null) await call.read((tx) => refuseWeakPin(tx, checkPin, admissionNumber));
  const id = newId();
  const pinHash = checkPin === null ? null : await hashPin(context, call.schoolId, id, checkPin);
  return call.record(async (tx) => {
    const student = await addStudent(tx, { id, admissionNumber, names, classId, pinHash, pinSetBy: call.actor.userId });
    const diet = { ...(await changeDiet(tx, id, input)), ...(await changeBirthMonth(tx, id, input.birthMonth)) };
    await audit(tx, call, {
      action: 'student.create',
      subjectKind: 'student',
      subjectId: id,
      detail: { admissionNumber, withPin: pinHash !== null, ...diet },
    });
    return {
      sysid: id,
      admissionNumber,
      names,
      classSYSID: classId,
      className: student.className,
      status: student.status,
      hasFingerprint: false,
      dateCreated: student.createdAt.toISOString(),
      balance: 0,
      allergens: input.allergens,
      blockedMenuSYSIDs: input.blockedMenuSYSIDs,
      birthMonth: input.birthMonth || null,
    };
  });
}
