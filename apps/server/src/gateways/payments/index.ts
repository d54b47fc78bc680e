/**
 * The way to M-Pesa. `port.ts` says what can be asked, `read…` takes what the provider tells at our addresses (null for
 * what is none of it: answer 400 or 200, and write nothing), and PaymentsError says whether to send again or to ask first.
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
  type StkResult,
  turnPaymentAway,
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
export { askAgainIn, isLost } from './patience.ts';
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
export { simulatorNear } from './simulator.ts';
export type { KeptToken, NewToken, TokenStore } from './token-store.ts';
