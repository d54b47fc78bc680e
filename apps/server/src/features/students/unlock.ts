import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import type { unlockUser as unlockUserCall } from '@mfuko/contract/staff';
import type { StudentDetails, unlockStudent as unlockStudentCall } from '@mfuko/contract/students';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { detailsOf } from './details.ts';
import { ownLock } from './errors.ts';
import { unlockUser as forgetMissesOf, unlock } from './locks.ts';
import { getStudentById } from './store.ts';

/** Lifts the lock of a student's PIN and the hold on the fingers. Throws student.not-found. */
export function unlockStudent(call: Call, { sysid }: InputOf<typeof unlockStudentCall>): Promise<StudentDetails> {
  return call.record(async (tx) => {
    await getStudentById(tx, sysid);
    await unlock(tx, sysid);
    await audit(tx, call, { action: 'student.unlock', subjectKind: 'student', subjectId: sysid });
    return detailsOf(tx, sysid);
  });
}

/** Lets a user who has missed too often enter PINs and fingers again. Throws user.self where the user is the caller. */
export function unlockUser(
  call: Call,
  { sysid }: InputOf<typeof unlockUserCall>,
): Promise<AnswerOf<typeof unlockUserCall>> {
  if (sysid === call.actor.userId) throw ownLock();
  return call.record(async (tx) => {
    await forgetMissesOf(tx, sysid);
    await audit(tx, call, { action: 'user.unlock', subjectKind: 'user', subjectId: sysid });
    return { sysid };
  });
}
