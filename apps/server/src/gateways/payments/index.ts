/**
 * Gateway to M-Pesa. `port.ts` defines the requests. The `read…` functions parse callbacks and return null for anything else, which
 * must be answered with 400 or 200 and not stored. PaymentsError tells if a request may be sent again, or its outcome must be queried
 * first.
 */
export { withBreaker } from './breaker.ts';
export { forbiddenWord, isProviderAddress, otherHostOf, PROVIDER_ADDRESSES } from './daraja/addresses.ts';
export {
  ACKNOWLEDGED,
  acceptPayment,
  type CustomerPayment,
  normalAccount,
  readCustomerPayment,
  readParty,
  readStkCallback,
  rejectPayment,
  type StkResult,
} from './daraja/callbacks.ts';
export { darajaPayments } from './daraja/client.ts';
export { phoneHash, sealCredential } from './daraja/forms.ts';
export { faultOfQuestion, faultOfResult, type QuestionFault, type ResultFault } from './daraja/questions.ts';
export {
  type PaidOut,
  type Result,
  readBalances,
  readPaidOut,
  readResult,
  readStatus,
  readTimeout,
  type TransactionStatus,
} from './daraja/results.ts';
export { noPayments } from './nowhere.ts';
export { ASKED_LONG, askAgainIn, isLost } from './patience.ts';
export {
  type Accepted,
  type KeysFound,
  type Outcome,
  type PasskeyFound,
  type PaymentAccount,
  PaymentsError,
  type PaymentsGateway,
  type PulledPayment,
  type ReplyTo,
} from './port.ts';
export { leadsHere } from './reach.ts';
export { requestOnce } from './request-once.ts';
export { simulatorNear } from './simulator.ts';
export type { KeptToken, NewToken, TokenStore } from './token-store.ts';
