/**
 * Money in by M-Pesa. A callback of the provider is stored before it is acknowledged; a wallet is credited once for each receipt number,
 * and only after the provider itself confirms the payment. A feature that sends the provider a request which is answered later gets the
 * answer by the purpose in `replyTo`, exactly once: in the transaction that marks the callback as handled.
 */

export { replyTo, withAccount } from './account.ts';
export { approveReported, doubtReported, tellByStatement } from './booked-by-statement.ts';
export { PAYMENT_BUNDLE } from './bundle.ts';
export { erasePayments } from './erase.ts';
export { closeGap } from './gap.ts';
export { bookedPayments, isSchoolsNumber } from './known.ts';
export { watchPayments } from './metrics.ts';
export { notifyDifference } from './notify.ts';
export { openPayer, pushDigest, shownPhone } from './payer.ts';
export { payerWords } from './payer-words.ts';
export type { ResultHandler, ResultHandlers } from './provider-callbacks.ts';
export { PULL_REACH_HOURS } from './reconcile.ts';
export { registerAgain } from './register.ts';
export { renewPayments } from './renew.ts';
export { admissionNumberOf as accountNumber, SAME_AMOUNT_S } from './rules.ts';
export { dropOldTokens, openTokenStore, SEALED_TOKENS } from './token-store.ts';
export { type Busy, lockPhones, openStkPushes, requireCanAsk, writeStkPush } from './write-stk-push.ts';
