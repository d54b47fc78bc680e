/**
 * Students, their guardians and their check PINs. An admission number identifies one student of a school. Calls of the gate, the canteen,
 * the bus and the wallet find active students only: one who has left is not found there. A call that records a student's whereabouts or
 * money locks the student first (`lockActiveStudent`). A PIN try is charged before the PIN is compared, so that parallel guesses cannot exceed
 * the lock.
 */
export { findBundleSubject, STUDENT_BUNDLE } from './bundle.ts';
export { cashChanges } from './cash-changes.ts';
export { type ContactOfStudent, getContactOf, isGuardian } from './contacts.ts';
export { addStudent } from './create.ts';
export { type Diet, dietOf } from './diets.ts';
export { type DataSubject, eraseStudent, isErased, lockDataSubject } from './erase.ts';
export { samePin, studentNotFound } from './errors.ts';
export { recordStudents, sealNewStudents } from './import.ts';
export { planHeldStudents, planStudents, type StudentPlan } from './import-plan.ts';
export { readNumber, STUDENT_COLUMNS, type StudentField, TEMPLATE_COLUMNS } from './import-rows.ts';
export { undoStudents } from './import-undo.ts';
export { warningsOf } from './import-warnings.ts';
export type { RecordedStudent } from './import-write.ts';
export { openListLimiter } from './list-limiter.ts';
export { openListReadNotes } from './list-read-notes.ts';
export { dropOldListReads } from './list-reads.ts';
export {
  chargeFingerTry,
  chargeNumberedFingerTry,
  dropOldTries,
  dropTry,
  type FingerTry,
  isFingerHeld,
  judgeFingerTry,
} from './locks.ts';
export { openLookupLimiter } from './lookup-limiter.ts';
export {
  findCashHold,
  findChange,
  findHold,
  hasNumberHold,
  hasSettledNumber,
  holdMoney,
  type Means,
  type MoneyHold,
  noteEnrolled,
  phoneMeans,
} from './money-holds.ts';
export { findNumberChange, heldNumbers } from './number-changes.ts';
export { type GuardianNumber, guardianNumbers, guardiansOf, guardiansToTell } from './numbers.ts';
export { setOwnPin } from './own-pin.ts';
export { refuseWeakPin } from './pin-length.ts';
export { hashPin, provePin } from './prove-pin.ts';
export { dropOldRecordAccesses, noteRecordAccess, type Opened } from './record-accesses.ts';
export { renewHolds, renewPins } from './renew.ts';
export { dropFormerNumbers, guardianRecipients, notifyOfChange } from './security-notices.ts';
export {
  findPinHash,
  getStudent,
  getStudentById,
  getStudentOfNumber,
  lockActiveStudent,
  type Student,
} from './store.ts';
