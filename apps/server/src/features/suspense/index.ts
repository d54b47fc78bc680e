/**
 * Payments that nobody knows yet whose they are. What is parked here is money that the school has and owes: it leaves once,
 * for a student's wallet or back to who paid, on the word of two people. Who paid is personal data, sealed at rest.
 */
export { SUSPENSE_BUNDLE } from './bundle.ts';
export { eraseSuspense } from './erase.ts';
export { returnResults, sweepReturns } from './give-back.ts';
export { type ParkedPayment, park } from './park.ts';
export { payerDigest, rememberPayer } from './payers.ts';
export { renewPayers } from './renew.ts';
