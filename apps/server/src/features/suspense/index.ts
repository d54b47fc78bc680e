/**
 * Suspense: payments whose student is unknown. The school has this money and owes it: each payment leaves once, for a student's wallet or
 * back to the payer, with two people's approval. The payer is personal data, sealed at rest.
 */
export { SUSPENSE_BUNDLE } from './bundle.ts';
export { eraseSuspense } from './erase.ts';
export { returnResults, sweepReturns } from './give-back.ts';
export { type ParkedPayment, park } from './park.ts';
export { payerDigest, rememberPayer } from './payers.ts';
export { renewPayers } from './renew.ts';
