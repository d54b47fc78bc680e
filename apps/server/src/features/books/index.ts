/**
 * The truth of the books. What is owed and what is held, at every moment; each day that is over closed with the seals of its
 * journal entries and a hash over the day before; every row held against every other by `verifyBooks`, which only reads. It looks
 * at the tables of other features and moves nothing.
 */
export { closeDays } from './close.ts';
export { eraseFindings } from './erase.ts';
export { wordsOf } from './finding.ts';
export { watchBooks } from './metrics.ts';
export { readBooks } from './now.ts';
export { redactBooks } from './redact.ts';
export { renewBooks, renewedDetail } from './renew.ts';
export { VERIFIED_AT } from './state.ts';
export { checkOpenDay, verifyBooks, verifyRecent } from './verify.ts';
