/**
 * Integrity of the books: money owed and money held at every moment; each past day closed with the seals of its journal entries and a
 * hash chained to the previous day; every row compared with every other by `verifyBooks`, which only reads. Reads tables of other
 * features and moves no money.
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
