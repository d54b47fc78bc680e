/**
 * Fingerprints: enrolment with consent, verification of a student's finger, and identification among a whole school. Pictures stay in
 * memory for the time of a request, and are never stored or logged; templates are sealed with the student's key. Worker threads process
 * all pixels and minutiae.
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
