/**
 * Fingerprints: enrolment with consent, the proof that the finger of a student is on the reader, and one finger against
 * a whole school. Pictures live in memory for the time of a request and are never kept or logged; templates are sealed
 * by the student's own key. Everything that looks at pixels or minutiae runs in worker threads.
 */

export { FINGERPRINT_BUNDLE } from './bundle.ts';
export { type Engine, forgetImpressions, openEngine } from './engine.ts';
export { eraseFingers } from './erase.ts';
export { type HandedOver, readForHandOver } from './hand-over.ts';
export { type Found, findFinger } from './identify.ts';
export { timedEngine, tracedEngine } from './metrics.ts';
export type { Picture } from './picture.ts';
export { type Admission, type FingerProof, judgeSpent, judgeUnspent, proveFinger } from './prove.ts';
export { reenrolByCode, reenrolByProof } from './reenrol.ts';
export { refuseHeld, renewFinger } from './renew.ts';
export type { Reenrolment } from './replace-finger.ts';
export { dropOldReplaced } from './replaced.ts';
export type { Purpose } from './rules.ts';
export { spendPicture } from './spend.ts';
